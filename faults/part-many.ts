import { setTimeout as sleep } from 'node:timers/promises';
import { connectionsApi } from '@prosa/contracts/connections';
import pg from 'pg';
import { metricsOf } from '../bench/processes.ts';
import { type Client, peopleOf } from '../server/test/browser.ts';
import type { Account } from '../server/test/loopback-whatsapp/account.ts';
import { LoopbackWhatsApp } from '../server/test/loopback-whatsapp/loopback-whatsapp.ts';
import { newNumber } from '../server/test/office.ts';
import type { ServerNode } from './node.ts';
import type { PartContext } from './parts.ts';
import { until } from './waiting.ts';

type Sample = { connections: number; megabytes: number; readySeconds: number; connectedSeconds: number };
/** `logins` counts what the network has seen of our connections, where it counts. */
type House = { node: ServerNode; admin: Client; add: () => Promise<unknown>; logins?: () => number };

/** A third may cost that much more than the first, and this little whatever that one cost: a heap grows in steps. */
const tolerance = 2;
const leastMegabytes = 1;
const untilIdle = 5_000;

/** Many connections in one process: `only=many simulated=300 paired=50`. What each costs in memory, and how long a start takes. */
export async function manyPart({ supervisor, count }: PartContext): Promise<boolean> {
  const { url } = await supervisor.postgres();
  const network = await LoopbackWhatsApp.open();
  const node = await supervisor.node({ DATABASE_URL: url, ...network.environment });
  try {
    await node.start();
    const people = peopleOf(node.url);
    await allowMany(url);
    const [simulated, paired] = [await people.company(), await people.company()];
    const accounts: Account[] = [];
    const good = [
      await grow(
        'simulated',
        { node, admin: simulated, add: () => people.connection(simulated, { name: `Linha ${newNumber()}` }) },
        count('simulated', 300),
      ),
      await grow(
        'WhatsApp by QR code',
        { node, admin: paired, add: () => pair(node, network, paired, accounts), logins: () => sum(accounts) },
        count('paired', 50),
      ),
    ];
    return good.every(Boolean);
  } finally {
    await network.close();
  }
}

const sum = (accounts: Account[]) => accounts.reduce((total, { logins }) => total + logins, 0);

async function allowMany(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('update plans set connections = 9999').finally(() => client.end());
}

async function pair({ url }: ServerNode, network: LoopbackWhatsApp, admin: Client, accounts: Account[]): Promise<void> {
  const people = peopleOf(url);
  const { id } = await admin.call(connectionsApi.create, { body: { name: `Loja ${newNumber()}`, provider: 'baileys' } });
  await people.statusOf(admin, id, 'qrcode');
  const { qrcode } = await admin.call(connectionsApi.show, { params: { id }, query: {} });
  accounts.push(network.scan(qrcode, { number: newNumber() }));
  await people.statusOf(admin, id, 'CONNECTED');
}

/** A third after the other; after each, the server is started anew and looked at when it rests. */
async function grow(name: string, house: House, total: number): Promise<boolean> {
  if (total === 0) return true;
  const samples = [await look(house, 0)];
  for (const third of [1, 2, 3]) {
    const wanted = Math.ceil((third * total) / 3);
    for (let made = samples.at(-1)?.connections ?? 0; made < wanted; made += 1) await house.add();
    samples.push(await look(house, wanted));
  }
  for (const { connections, megabytes, readySeconds, connectedSeconds } of samples)
    console.log(
      `${name}: ${connections} connections, ${megabytes.toFixed(0)} MB, ready after ${readySeconds.toFixed(1)} s, ` +
        `all connected ${connectedSeconds.toFixed(1)} s later`,
    );
  const costs = samples.slice(1).map(({ connections, megabytes }, place) => {
    const before = samples[place] ?? { connections: 0, megabytes: 0 };
    return (megabytes - before.megabytes) / (connections - before.connections);
  });
  console.log(`${name}: MB for each, by thirds: ${costs.map((cost) => cost.toFixed(2)).join(', ')}`);
  return costs.every((cost) => cost <= Math.max(leastMegabytes, (costs[0] ?? 0) * tolerance));
}

async function look({ node, admin, logins }: House, connections: number): Promise<Sample> {
  await node.stop();
  const before = logins?.() ?? 0;
  const readySeconds = (await node.start()) / 1000;
  const begun = performance.now();
  await admin.refresh();
  await until(
    `${connections} are connected`,
    async () => {
      const all = await admin.call(connectionsApi.list, { query: {} });
      const isSeen = logins === undefined || logins() - before >= connections;
      return isSeen && all.filter(({ status }) => status === 'CONNECTED').length === connections;
    },
    300,
  );
  const connectedSeconds = (performance.now() - begun) / 1000;
  await sleep(untilIdle);
  return { connections, megabytes: (await metricsOf(node.url)).rssMegabytes, readySeconds, connectedSeconds };
}
