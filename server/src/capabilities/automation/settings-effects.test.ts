import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { settingsApi } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { move, newNumber, openOffice, writes } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const set = (admin: Client, key: string, value: string) => admin.call(settingsApi.update, { params: { key }, body: { value } });

/** What was said in a ticket by nobody, with what sent it and why. */
async function automaticIn(who: Client, ticketId: number) {
  const { messages } = await who.call(messagesApi.list, { params: { ticketId }, query: {} });
  return messages.filter(({ fromMe, user }) => fromMe && user === null).map(({ origin, why }) => [origin, why]);
}
/** What the customer's phone shows from the company. */
const received = async (admin: Client, whatsappId: number, number: string) =>
  (await admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } })).filter(({ fromBusiness }) => fromBusiness);

test('sendGreetingAccepted: enabled greets whoever is accepted, disabled nobody, from one ticket to the next', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  for (const [value, said] of [
    ['disabled', []],
    ['enabled', [['greeting', 'the ticket was accepted']]],
    ['disabled', []],
  ] as const) {
    await set(admin, 'sendGreetingAccepted', value);
    const { id } = await writes(admin, whatsappId);
    await move(agent, id, { status: 'open' });
    expect(await automaticIn(admin, id), value).toEqual(said);
  }
});

test('sendMsgTransfTicket: enabled tells of a transfer to a queue or a colleague, disabled says nothing', async () => {
  const { admin, agent, support, whatsappId } = await openOffice(world);
  for (const [value, said] of [
    ['disabled', []],
    ['enabled', [['transfer', 'the ticket was transferred']]],
  ] as const) {
    await set(admin, 'sendMsgTransfTicket', value);
    for (const target of [{ queueId: support }, { userId: admin.user.id }]) {
      const { id } = await writes(admin, whatsappId);
      await move(agent, id, { status: 'open' });
      await move(agent, id, target);
      expect(await automaticIn(admin, id), value).toEqual(said);
    }
  }
});

test('userRating: enabled asks at the end and takes the answer for a rating, disabled only thanks; an answer is a message', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  await admin.call(connectionsApi.update, {
    params: { id: whatsappId },
    body: { ratingMessage: 'Que tal?', complationMessage: 'Até logo' },
  });
  for (const [value, asked, status, ended] of [
    ['disabled', 'completion', 'pending', 'reopen'],
    ['enabled', 'rating', 'closed', 'rating'],
  ] as const) {
    await set(admin, 'userRating', value);
    const number = newNumber();
    const { id } = await writes(admin, whatsappId, number);
    await move(agent, id, { status: 'open' });
    await move(agent, id, { status: 'closed' });
    expect(await automaticIn(admin, id), value).toEqual([[asked, 'the ticket was resolved']]);
    await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, body: '3' } });
    const steps = async () => (await admin.call(ticketsApi.history, { params: { id } })).map(({ what }) => what);
    await expect.poll(async () => (await steps()).at(-1), patient).toBe(ended);
    expect((await admin.call(ticketsApi.show, { params: { id } })).status).toBe(status);
  }
});

test('call: "disabled means calls are refused with a text"; enabled, nothing is said', async () => {
  const { admin, whatsappId } = await openOffice(world);
  for (const [value, said] of [
    ['disabled', [['call', 'the customer called, and calls are not taken']]],
    ['enabled', []],
  ] as const) {
    await set(admin, 'call', value);
    const number = newNumber();
    const { id } = await writes(admin, whatsappId, number);
    await admin.call(simulatorApi.call, { params: { whatsappId }, body: { number, name: 'Ana' } });
    const calls = async () => {
      const { messages } = await admin.call(messagesApi.list, { params: { ticketId: id }, query: {} });
      return messages.filter(({ mediaType }) => mediaType === 'call_log');
    };
    await expect.poll(calls, patient).toHaveLength(1);
    // What follows from a call is stored with it, in one transaction.
    expect(await automaticIn(admin, id), value).toEqual(said);
    await expect.poll(() => received(admin, whatsappId, number), patient).toHaveLength(said.length);
  }
});

test('CheckMsgIsGroup: "enabled means group messages are ignored"; disabled, they are a ticket of the group', async () => {
  const { admin, whatsappId } = await openOffice(world);
  const group = { id: '120363000000000009@g.us', name: 'Condomínio' };
  const says = (body: string) => admin.call(simulatorApi.write, { params: { whatsappId }, body: { number: newNumber(), body, group } });
  const groups = async () => (await admin.call(ticketsApi.list, { query: { showAll: 'true' } })).tickets.filter(({ isGroup }) => isGroup);
  await says('Ninguém ouve');
  await writes(admin, whatsappId);
  expect(await groups()).toEqual([]);
  await set(admin, 'CheckMsgIsGroup', 'disabled');
  await says('Agora sim');
  await expect.poll(groups, patient).toMatchObject([{ lastMessage: 'Agora sim', contact: { name: 'Condomínio' } }]);
  await set(admin, 'CheckMsgIsGroup', 'enabled');
  await says('De novo ninguém');
  await writes(admin, whatsappId);
  expect(await groups()).toMatchObject([{ lastMessage: 'Agora sim' }]);
});
