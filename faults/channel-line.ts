import { connectionsApi } from '@prosa/contracts/connections';
import { ticketsApi } from '@prosa/contracts/tickets';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { openLoopbackCloud } from '../server/test/loopback-cloud/loopback-cloud.ts';
import { cloudInput } from '../server/test/loopback-cloud/office.ts';
import { shownTo } from '../server/test/loopback-cloud/state.ts';
import { newNumber } from '../server/test/office.ts';
import { type CheckerDatabase, openCheckerDatabase } from './checker-database.ts';
import type { Environment, ServerNode } from './node.ts';
import type { Supervisor } from './supervisor.ts';
import { until } from './waiting.ts';

/** A conversation between one customer and one agent over a real provider, whose network is played. */
export type ChannelLine = {
  /** Those that may hold the connection. */
  nodes: [ServerNode, ...ServerNode[]];
  /** Where the agent sits. */
  url: string;
  admin: Client;
  ticketId: number;
  truth: CheckerDatabase;
  /** The customer writes; the id on the channel. */
  write(body: string): Promise<string>;
  /** What the customer sees of us. */
  shown(): string[];
  /** How much has passed so far, in both directions. */
  passed(): number;
  /** Whether the network has nothing left to tell. */
  isCalm(): boolean;
  /** How often somebody has logged in at the network; undefined where nobody does. */
  logins?(): number;
  close(): Promise<void>;
};

type Network = Pick<ChannelLine, 'write' | 'shown' | 'passed' | 'isCalm' | 'logins'> & { number: string; close(): Promise<void> };

export async function openBaileysLine(supervisor: Supervisor, environment: Environment = {}, nodeCount = 1): Promise<ChannelLine> {
  const { LoopbackWhatsApp } = await import('../server/test/loopback-whatsapp/loopback-whatsapp.ts');
  const network = await LoopbackWhatsApp.open();
  return open(supervisor, { ...network.environment, ...environment }, nodeCount, async (admin, { url }) => {
    const { id } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'baileys' } });
    const people = peopleOf(url);
    await people.statusOf(admin, id, 'qrcode');
    const { qrcode } = await admin.call(connectionsApi.show, { params: { id }, query: {} });
    const account = network.scan(qrcode, { number: newNumber() });
    await people.statusOf(admin, id, 'CONNECTED');
    const customer = network.customer(newNumber());
    const shown = () => customer.screen.flatMap(({ fromBusiness, body }) => (fromBusiness ? [body] : []));
    return {
      number: customer.number,
      write: (body) => network.write(account, customer, { conversation: body }),
      shown,
      passed: () => shown().length + [...account.delivered.keys()].filter((key) => !key.includes('/')).length,
      isCalm: () => account.waiting.size === 0,
      logins: () => account.logins,
      close: () => network.close(),
    };
  });
}

export async function openCloudLine(supervisor: Supervisor, environment: Environment = {}): Promise<ChannelLine> {
  const cloud = await openLoopbackCloud();
  return open(supervisor, { WHATSAPP_CLOUD_URL: cloud.url, ...environment }, 1, async (admin, { url }) => {
    const account = cloud.open();
    const { id } = await admin.call(connectionsApi.create, { body: { name: 'Oficial', provider: 'cloud', cloud: cloudInput(account) } });
    account.hook = `${url}/hooks/cloud/${id}`;
    await peopleOf(url).statusOf(admin, id, 'CONNECTED');
    const number = newNumber();
    const shown = () => shownTo(account, number).flatMap(({ fromBusiness, body }) => (fromBusiness ? [body] : []));
    let taken = 0;
    return {
      number,
      async write(body) {
        const written = await cloud.write(account, number, { type: 'text', text: { body } });
        taken += 1;
        return written;
      },
      shown,
      passed: () => shown().length + taken,
      isCalm: () => true,
      close: () => cloud.close(),
    };
  });
}

async function open(
  supervisor: Supervisor,
  environment: Environment,
  nodeCount: number,
  join: (admin: Client, node: ServerNode) => Promise<Network>,
): Promise<ChannelLine> {
  const { url } = await supervisor.postgres();
  const start = async (over: Environment = {}) => {
    const node = await supervisor.node({ DATABASE_URL: url, ...environment, ...over });
    await node.start();
    return node;
  };
  const first = await start();
  const admin = await peopleOf(first.url).company();
  const network = await join(admin, first);
  const { number, close, ...line } = network;
  await network.write('Oi');
  const { id: ticketId } = await until('there is a ticket', async () => {
    const { tickets } = await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } });
    return tickets[0];
  });
  await admin.call(ticketsApi.update, { params: { id: ticketId }, body: { status: 'open', userId: admin.user.id } });
  const others: ServerNode[] = [];
  for (let nth = 1; nth < nodeCount; nth += 1) others.push(await start());
  // Where the owner of the connection is stopped, agents go on at another node.
  const front = nodeCount === 1 ? first : await start({ ROLES: 'web' });
  const truth = await openCheckerDatabase(url);
  return {
    ...line,
    nodes: [first, ...others],
    url: front.url,
    admin,
    ticketId,
    truth,
    async close() {
      await truth.close();
      await close();
    },
  };
}
