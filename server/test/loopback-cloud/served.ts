import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll } from 'vitest';
import { countEndedSessions } from '../../src/capabilities/gateway/ended-sessions.ts';
import { Gateway } from '../../src/capabilities/gateway/gateway.ts';
import { cloudProvider } from '../../src/channels/cloud/cloud.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import { sayIn } from '../browser.ts';
import { newNumber } from '../office.ts';
import { thread, ticketOf } from '../simulated.ts';
import { openWorld } from '../world.ts';
import { openLoopbackCloud } from './loopback-cloud.ts';
import { connectCloud } from './office.ts';
import { type Account, shownTo } from './state.ts';

/** A server whose connections to the loopback are run by a node of the test's own, less patient than the product. */
export async function openCloudWorld() {
  const cloud = await openLoopbackCloud();
  afterAll(() => cloud.close());
  const world = await openWorld({ ROLES: 'web,worker', WHATSAPP_CLOUD_URL: cloud.url });
  const { platform } = world.server;
  const database = new pg.Client({ connectionString: world.database.url });
  await database.connect();
  afterAll(() => database.end());
  const graph = { outbound: createOutbound(), url: cloud.url, version: 'v25.0' };
  const provider = cloudProvider(platform, graph, { doubtSeconds: 3, checkSeconds: 1, giveUpSeconds: 2 });
  const metrics = new Registry();
  const gateway = new Gateway(platform, {
    owner: 'this test',
    leaseSeconds: 15,
    providers: { cloud: provider },
    countEnded: countEndedSessions(metrics),
  });
  afterAll(() => gateway.stop());

  async function openOffice() {
    const admin = await world.company();
    const { account, id } = await connectCloud(world, cloud, admin);
    await world.statusOf(admin, id, 'CONNECTED');
    return { admin, account, id };
  }

  /** A customer who wrote to a number on the Cloud API and is being served. */
  async function served(open = openOffice()) {
    const here = await open;
    const number = newNumber();
    await cloud.write(here.account, number, { type: 'text', text: { body: 'Oi' } });
    const ticket = await ticketOf(here.admin, number);
    await here.admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
    const ackOf = async (message: { id: number }) => {
      const found = (await thread(here.admin, ticket.id)).find(({ id }) => id === message.id);
      return [found?.ack, found?.failure];
    };
    const say = (body: string) => sayIn(here.admin, ticket.id, body);
    return { ...here, number, ticket, ackOf, say, shown: () => shownBodies(here.account, number) };
  }
  return { cloud, world, platform, database, provider, metrics, openOffice, served };
}

/** What the business has said to a customer. */
export const shownBodies = (account: Account, number: string) =>
  shownTo(account, number)
    .filter(({ fromBusiness }) => fromBusiness)
    .map(({ body }) => body);
export const postsOf = (account: Account, body: string) => account.posted.filter(({ text }) => JSON.stringify(text ?? '').includes(body));
export const wamidOf = (account: Account, number: string, body: string) =>
  shownTo(account, number).find((each) => each.body === body)?.id ?? '';
