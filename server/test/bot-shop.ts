import { connectionsApi } from '@prosa/contracts/connections';
import { type Message, messagesApi } from '@prosa/contracts/messages';
import type { OptionDraft } from '@prosa/contracts/queue-options';
import { queuesApi } from '@prosa/contracts/queues';
import { settingsApi } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import sharp from 'sharp';
import { expect } from 'vitest';
import { sql } from '../src/platform/database/database.ts';
import { inScope } from '../src/platform/database/scope.ts';
import type { Client } from './browser.ts';
import { newNumber } from './office.ts';
import { patient } from './patient.ts';
import { pngOf } from './sample-files.ts';
import type { World } from './world.ts';

const option = (title: string, message: string, children: OptionDraft[] = []): OptionDraft => ({ title, message, type: 'text', children });
const supportOptions = [
  option('Internet', 'O que houve?', [option('Lenta', 'Reinicie o modem.'), option('Caiu', 'Já vamos ver.')]),
  option('Endereço', 'Rua das Flores, 10.'),
];

/** Stored by hand: a test of the bot does not depend on the calls that edit its tree. */
export async function storeOptions(world: World, person: Client, queueId: number, drafts: OptionDraft[], parentId: number | null = null) {
  for (const [place, { title, message, type, children }] of drafts.entries()) {
    const id = await inScope(world.server.platform, { companyId: person.user.companyId }, async ({ tx }) => {
      const { rows } = await tx.execute(sql`
        insert into queue_options (queue_id, parent_id, option, title, message, type)
        values (${queueId}, ${parentId}, ${place + 1}, ${title}, ${message}, ${type})
        returning id`);
      return Number(rows[0]?.id);
    });
    await storeOptions(world, person, queueId, children, id);
  }
}

export const setting = (admin: Client, key: string, value: string) => admin.call(settingsApi.update, { params: { key }, body: { value } });

type Shop = { queues?: Array<'sales' | 'support'>; outOfHoursMessage?: string; settings?: Record<string, string> };

/** A company with two queues, of which one asks further, and a connection that greets. */
export async function openShop(world: World, { queues = ['sales', 'support'], outOfHoursMessage = '', settings = {} }: Shop = {}) {
  const admin = await world.company();
  for (const [key, value] of Object.entries(settings)) await setting(admin, key, value);
  const ids = { sales: await world.queue(admin), support: await world.queue(admin, 'Suporte', '#C4281C') };
  const { sales, support } = ids;
  await admin.call(queuesApi.update, { params: { id: sales }, body: { greetingMessage: 'Vendas, olá {{name}}!' } });
  await admin.call(queuesApi.update, { params: { id: support }, body: { greetingMessage: 'Suporte, em que ajudamos?' } });
  await storeOptions(world, admin, support, supportOptions);
  const agent = await world.colleague(admin, 'user', { queueIds: [sales] });
  const whatsappId = await world.connection(admin);
  const body = { queueIds: queues.map((name) => ids[name]), greetingMessage: 'Bem-vindo à Loja!', outOfHoursMessage };
  await admin.call(connectionsApi.update, { params: { id: whatsappId }, body });
  return { admin, agent, sales, support, whatsappId };
}

/** What the customer's phone shows from the company. */
export const received = async (admin: Client, whatsappId: number, number: string) =>
  (await admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } }))
    .filter(({ fromBusiness }) => fromBusiness)
    .map(({ body }) => body);

export const historyOf = async (person: Client, id: number) =>
  (await person.call(ticketsApi.history, { params: { id } })).map(({ what, from, to, why }) => [what, from, to, why]);

/** A customer with a phone, on the simulated network of a connection. */
export function customerOf(admin: Client, whatsappId: number, number = newNumber()) {
  const texts = () => received(admin, whatsappId, number);
  const tickets = async (): Promise<Ticket[]> =>
    (await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } })).tickets
      .filter((ticket) => !ticket.isGroup)
      .toSorted((one, other) => other.id - one.id);
  const ticket = async (): Promise<Ticket> => (await tickets())[0] ?? Promise.reject(new Error(`${number} has no ticket`));
  const thread = async (): Promise<{ messages: Message[]; count: number }> => {
    const [latest] = await tickets();
    return latest ? admin.call(messagesApi.list, { params: { ticketId: latest.id }, query: {} }) : { messages: [], count: 0 };
  };
  const writes = (body: string, more: object = {}) =>
    admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, name: 'Ana Clara', body, ...more } });
  const answerTo = async (deed: () => Promise<unknown>): Promise<string | undefined> => {
    const before = (await texts()).length;
    await deed();
    await expect.poll(async () => (await texts()).length, patient).toBeGreaterThan(before);
    const after = await texts();
    expect(after.slice(before)).toHaveLength(1);
    return after.at(-1);
  };
  /** What is stored upon something that arrives: in one transaction with it, so that nothing more is to come. */
  const storedUpon = async (deed: () => Promise<unknown>): Promise<string[]> => {
    const before = await thread();
    await deed();
    await expect.poll(async () => (await thread()).count, patient).toBeGreaterThan(before.count);
    const { messages, count } = await thread();
    return messages.slice(before.count - count + 1 || messages.length).map(({ body }) => body);
  };
  const noAnswerTo = async (deed: () => Promise<unknown>) => expect(await storedUpon(deed)).toEqual([]);
  const upload = (bytes: Buffer, name: string, type: string) => async () => {
    const form = new FormData();
    form.set('number', number);
    form.set('media', new File([new Uint8Array(bytes)], name, { type }));
    expect((await admin.raw('POST', `/simulator/${whatsappId}/messages`, { form })).status).toBe(200);
  };
  return {
    number,
    texts,
    ticket,
    writes,
    /** The answers as they are stored, whether or not they have been sent yet. */
    hears: (body: string) => storedUpon(() => writes(body)),
    says: (body: string, more: object = {}) => answerTo(() => writes(body, more)),
    isNotAnswered: (body: string, more: object = {}) => noAnswerTo(() => writes(body, more)),
    hearsFromPhone: (body: string) => noAnswerTo(() => writes(body, { fromMe: true })),
    sendsPhoto: async () => answerTo(upload(await pngOf(20, 20), 'foto.png', 'image/png')),
    sendsSticker: async () =>
      noAnswerTo(
        upload(
          await sharp(await pngOf(20, 20))
            .webp()
            .toBuffer(),
          'figura.webp',
          'image/webp',
        ),
      ),
    calls: () => noAnswerTo(() => admin.raw('POST', `/simulator/${whatsappId}/calls`, { body: { number } })),
  };
}
