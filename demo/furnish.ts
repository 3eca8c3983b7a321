import { setTimeout as sleep } from 'node:timers/promises';
import { companiesApi } from '@prosa/contracts/companies';
import { connectionsApi } from '@prosa/contracts/connections';
import { holidaysApi } from '@prosa/contracts/holidays';
import { messagesApi } from '@prosa/contracts/messages';
import { queueOptionsApi } from '@prosa/contracts/queue-options';
import { queuesApi } from '@prosa/contracts/queues';
import { quickMessagesApi } from '@prosa/contracts/quick-messages';
import { savedFiltersApi } from '@prosa/contracts/saved-filters';
import { settingsApi } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import { tagsApi } from '@prosa/contracts/tags';
import { ticketNotesApi } from '@prosa/contracts/ticket-notes';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { defaultWeek, type WorkingHours } from '@prosa/contracts/working-hours';
import { type Client, openBrowser, peopleOf, sayIn } from '../server/test/browser.ts';
import { planAhead } from './ahead.ts';
import { talkAmongStaff } from './chats.ts';
import { openDoors } from './doors.ts';
import { planCampaigns } from './outbound.ts';
import type { Served } from './past.ts';
import {
  type Conversation,
  connections,
  conversations,
  holidays,
  menus,
  type Option,
  type PersonKey,
  partings,
  people,
  type QueueName,
  queues,
  quickMessages,
  type Step,
  savedFilters,
  shop,
  tags,
} from './story.ts';

export type Login = { name: string; profile: string; email: string };
type Staff = Map<PersonKey, Client>;
type Ids = Map<string, number>;

/** What cannot be done by a call: conversations of days that are over. */
export type RememberPast = (past: { companyId: number; served: readonly Served[] }) => Promise<unknown>;

/** Builds the demo company by the product's own calls, as its people would, and tells who may log in. */
export async function furnish(url: string, password: string, remember?: RememberPast): Promise<Login[]> {
  const admin = await openCompany(url, password);
  const queueIds = await makeQueues(admin);
  const staff = await hire(url, admin, password, queueIds);
  const tagIds = new Map<string, number>();
  for (const tag of tags) tagIds.set(tag.name, (await admin.call(tagsApi.create, { body: tag })).id);
  for (const { name, tag, queue } of savedFilters)
    await admin.call(savedFiltersApi.create, {
      body: { name, shared: true, ...(tag && { tags: [idIn(tagIds, tag)] }), ...(queue && { queueIds: [idIn(queueIds, queue)] }) },
    });
  for (const answer of quickMessages) await admin.call(quickMessagesApi.create, { body: { ...answer, shared: true } });
  for (const [key, value] of Object.entries({ sendGreetingAccepted: 'enabled', userRating: 'enabled', scheduleType: 'queue' }))
    await admin.call(settingsApi.update, { params: { key }, body: { value } });
  const whatsappIds = new Map<string, number>();
  for (const { name, queues: served, greetingMessage } of connections) {
    const id = await peopleOf(url).connection(admin, { name });
    const queueIdsOf = served.map((queue) => idIn(queueIds, queue));
    await admin.call(connectionsApi.update, { params: { id }, body: { queueIds: queueIdsOf, greetingMessage, ...partings } });
    whatsappIds.set(name, id);
  }
  await closeOnHolidays(admin);
  await planCampaigns(admin, idIn(whatsappIds, connections[0].name));
  await talkAmongStaff(staff);
  await remember?.({ companyId: admin.user.companyId, served: servedBy(staff, queueIds, whatsappIds) });
  const sceneOf = ({ on }: Conversation): Scene => ({ admin, staff, queueIds, tagIds, whatsappId: idIn(whatsappIds, on) });
  for (const conversation of conversations) await converse(sceneOf(conversation), conversation);
  // They are asked once resolving can not be undone any more: all have been resolved by then.
  for (const conversation of conversations) if (conversation.rates) await rate(sceneOf(conversation), conversation, conversation.rates);
  await planAhead(admin);
  await openDoors(url, admin, [...whatsappIds.values()][0] ?? 0);
  return people.map(({ key, name, profile }) => ({ name, profile, email: emailOf(key) }));
}

const emailOf = (key: PersonKey) => `${key}@${shop.domain}`;
const [boss] = people;

async function openCompany(url: string, password: string): Promise<Client> {
  const admin = openBrowser(url);
  const plans = await admin.call(companiesApi.plans, {});
  const planId = plans.at(-1)?.id ?? 0;
  await admin.call(companiesApi.signUp, { body: { name: shop.name, email: emailOf(boss.key), phone: '5511987650000', password, planId } });
  await admin.logIn(emailOf(boss.key), password);
  return admin;
}

async function makeQueues(admin: Client): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const { closed, ...queue } of queues) {
    const schedules = closed ? closedToday() : alwaysOpen;
    ids.set(queue.name, (await admin.call(queuesApi.create, { body: { ...queue, schedules } })).id);
  }
  for (const { queue, options } of menus) await addOptions(admin, idIn(ids, queue), options);
  return ids;
}

const alwaysOpen = defaultWeek.flatMap((day) => [
  { ...day, startTime: '00:00', endTime: '12:00' },
  { ...day, startTime: '12:00', endTime: '00:00' },
]);

/** Open as usual, but not on the day of the demo, nor on the next, should it be shown over midnight. */
function closedToday(): WorkingHours[] {
  const weekdayOf = (moment: number) =>
    new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'America/Sao_Paulo' }).format(moment).toLowerCase();
  const shut = [Date.now(), Date.now() + 24 * 60 * 60_000].map(weekdayOf);
  return defaultWeek.map((day) => (shut.includes(day.weekdayEn) ? { ...day, startTime: '00:00', endTime: '00:00' } : day));
}

async function addOptions(admin: Client, queueId: number, options: readonly Option[], parentId: number | null = null): Promise<void> {
  for (const { title, message, options: below = [] } of options) {
    const { id } = await admin.call(queueOptionsApi.create, { body: { queueId, parentId, title, message } });
    await addOptions(admin, queueId, below, id);
  }
}

async function hire(url: string, admin: Client, password: string, queueIds: Ids): Promise<Staff> {
  const staff: Staff = new Map([[boss.key, admin]]);
  const ofPerson = (names: readonly QueueName[]) => names.map((name) => idIn(queueIds, name));
  await admin.call(usersApi.update, { params: { id: admin.user.id }, body: { name: boss.name, queueIds: ofPerson(boss.queues) } });
  for (const { key, name, profile, queues: served } of people.slice(1)) {
    await admin.call(usersApi.create, { body: { name, email: emailOf(key), password, profile, queueIds: ofPerson(served) } });
    const colleague = openBrowser(url);
    await colleague.logIn(emailOf(key), password);
    staff.set(key, colleague);
  }
  return staff;
}

/** Who answers on which connection, for which of its queues. */
const servedBy = (staff: Staff, queueIds: Ids, whatsappIds: Ids): Served[] =>
  connections.flatMap(({ name, queues: reached }) =>
    reached.map((queue) => ({
      connection: idIn(whatsappIds, name),
      queue: idIn(queueIds, queue),
      users: people.flatMap(({ key, queues: served }) => {
        const names: readonly string[] = served;
        return names.includes(queue) ? (staff.get(key)?.user.id ?? []) : [];
      }),
    })),
  );

/** The days around the demo's stay open, so that its menu is at work on any of them. */
async function closeOnHolidays(admin: Client): Promise<void> {
  const now = new Date();
  const isNear = (date: string) => Math.abs(Date.parse(date) - now.getTime()) < 3 * 24 * 60 * 60_000;
  for (const year of [now.getFullYear(), now.getFullYear() + 1])
    for (const { day, name } of holidays) {
      const date = `${year}-${day}`;
      if (!isNear(date)) await admin.call(holidaysApi.create, { body: { date, name } });
    }
}

type Scene = { admin: Client; staff: Staff; queueIds: Ids; tagIds: Ids; whatsappId: number };

async function converse(scene: Scene, conversation: Conversation): Promise<void> {
  const agent = conversation.by && scene.staff.get(conversation.by);
  const [opening, ...rest] = conversation.steps;
  if (!opening) return;
  await customerDoes(scene, conversation, opening);
  const ticket = await ticketOf(scene.admin, conversation.number);
  if (agent) await move(agent, ticket, { status: 'open' });
  let heard = 1;
  for (const step of rest) {
    if ('answer' in step || 'note' in step) await agentDoes(agent ?? scene.admin, ticket, step);
    else if (await customerDoes(scene, conversation, step)) {
      heard += 1;
      await until(async () => (await heardIn(scene.admin, ticket)) >= heard);
    }
  }
  if (agent) await endWith(scene, agent, ticket, conversation);
}

/** Says whether it makes a message. */
async function customerDoes({ admin, whatsappId }: Scene, { customer, number }: Conversation, step: Step): Promise<boolean> {
  const params = { whatsappId };
  const write = (more: object) => admin.call(simulatorApi.write, { params, body: { number, name: customer, ...more } });
  if ('customer' in step) await write({ body: step.customer, forwarded: step.forwarded });
  else if ('chooses' in step) await chooses(admin, whatsappId, number, () => write({ body: step.chooses }));
  else if ('place' in step) await write({ location: step.place });
  else if ('call' in step) await admin.call(simulatorApi.call, { params, body: { number, name: customer } });
  else if ('likes' in step) {
    const shown = await admin.call(simulatorApi.read, { params, query: { number } });
    await write({ reaction: { id: shown.findLast(({ fromBusiness }) => fromBusiness)?.id ?? '', emoji: step.likes } });
    return false;
  }
  return true;
}

/** The bot's question is on the phone before it is answered, and the next before the story goes on. */
async function chooses(admin: Client, whatsappId: number, number: string, answer: () => Promise<unknown>): Promise<void> {
  const heard = async () => (await phoneOf(admin, whatsappId, number)).filter(({ fromBusiness }) => fromBusiness).length;
  await until(async () => (await heard()) > 0);
  const before = await heard();
  await answer();
  await until(async () => (await heard()) > before);
}

const phoneOf = (admin: Client, whatsappId: number, number: string) =>
  admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } });

/** Says how it was, once asked. */
async function rate({ admin, whatsappId }: Scene, { customer, number }: Conversation, rating: number): Promise<void> {
  const isAsked = async () => (await phoneOf(admin, whatsappId, number)).some(({ body }) => body.startsWith(partings.ratingMessage));
  await until(isAsked);
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, name: customer, body: String(rating) } });
  const ticket = await ticketOf(admin, number);
  await until(async () => (await admin.call(ticketsApi.history, { params: { id: ticket.id } })).some(({ what }) => what === 'rating'));
}

async function agentDoes(agent: Client, ticket: Ticket, step: { answer: string } | { note: string }): Promise<void> {
  if ('note' in step) await agent.call(ticketNotesApi.create, { body: { note: step.note, ticketId: ticket.id } });
  else {
    const { ack } = await sayIn(agent, ticket.id, `*${agent.user.name}:*\n${step.answer}`);
    // The customer answers what has reached them.
    if (ack === 0) await until(async () => (await threadOf(agent, ticket)).every((message) => !message.fromMe || message.ack >= 2));
  }
}

async function endWith(scene: Scene, agent: Client, ticket: Ticket, { tags: worn = [], ends }: Conversation): Promise<void> {
  const chosen = worn.map((name) => ({ id: idIn(scene.tagIds, name) }));
  if (chosen.length > 0) await agent.call(tagsApi.sync, { body: { ticketId: ticket.id, tags: chosen } });
  if (ends === 'closed') await move(agent, ticket, { status: 'closed' });
  else if (ends) await move(agent, ticket, { queueId: idIn(scene.queueIds, ends.transferredTo), userId: null });
}

const move = (agent: Client, { id }: Ticket, body: { status?: 'open' | 'closed'; queueId?: number; userId?: null }) =>
  agent.call(ticketsApi.update, { params: { id }, body });
const threadOf = async (who: Client, { id }: Ticket) =>
  (await who.call(messagesApi.list, { params: { ticketId: id }, query: {} })).messages;
const heardIn = async (who: Client, ticket: Ticket) => (await threadOf(who, ticket)).filter(({ fromMe }) => !fromMe).length;

async function ticketOf(admin: Client, number: string): Promise<Ticket> {
  const find = async () => (await admin.call(ticketsApi.list, { query: { showAll: 'true', searchParam: number } })).tickets[0];
  await until(async () => (await find()) !== undefined);
  const ticket = await find();
  if (!ticket) throw new Error(`${number} has no ticket`);
  return ticket;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const ends = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > ends) throw new Error('the demo company could not be furnished: something that was said never arrived');
    await sleep(50);
  }
}

function idIn(ids: Ids, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`there is no ${name}`);
  return id;
}
