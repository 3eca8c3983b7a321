import { setTimeout as sleep } from 'node:timers/promises';
import { type Campaign, campaignSettingsApi, campaignsApi } from '@prosa/contracts/campaigns';
import { contactListsApi } from '@prosa/contracts/contact-lists';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { openPool } from '../server/test/database.ts';
import type { ServerNode } from './node.ts';
import { randomFrom } from './random.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

/** Small in the suite; the figures by CAMPAIGN_RECIPIENTS=10000 CAMPAIGN_KILLS=20 CAMPAIGN_STOPS=5 CAMPAIGN_NODES=4. */
const sizeOf = (name: string, usual: number) => Number(process.env[name] ?? usual);
const [recipients, kills] = [sizeOf('CAMPAIGN_RECIPIENTS', 100), sizeOf('CAMPAIGN_KILLS', 2)];
const [stops, workers] = [sizeOf('CAMPAIGN_STOPS', 1), sizeOf('CAMPAIGN_NODES', 2)];
const patience = 120 + recipients / 10;

const supervisor = openSupervisor();
let nodes: ServerNode[] = [];
let database: pg.Pool;
let admin: Client;
let lists = 0;

/** The first one is called and stays up; the others work, hold the connection, and die. */
beforeAll(async () => {
  const { url } = await supervisor.postgres();
  database = openPool(url, 2);
  const roles = ['web,worker', ...Array.from({ length: workers - 1 }, () => 'web,worker,channels')];
  nodes = await Promise.all(roles.map((ROLES) => supervisor.node({ DATABASE_URL: url, LEASE_SECONDS: '2', ROLES })));
  await nodes[0]?.start();
  for (const node of nodes.slice(1)) await node.start();
  const people = peopleOf(nodes[0]?.url ?? '');
  admin = await people.company();
  await people.connection(admin);
  await admin.call(campaignSettingsApi.save, {
    body: { settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 } },
  });
});
afterAll(async () => {
  await database?.end();
  await supervisor.close();
});

/** A campaign to so many people, at once; their numbers are known to be right. */
async function launch(people: number): Promise<Campaign> {
  lists += 1;
  const { id: contactListId } = await admin.call(contactListsApi.create, { body: { name: `Lista ${lists}` } });
  await database.query(
    `insert into contact_list_items (company_id, contact_list_id, name, number, is_whatsapp_valid, check_at)
     select $1, $2, 'Pessoa ' || n, (5511900000000 + $3::bigint * 1000000 + n)::text, true, null from generate_series(1, $4::int) n`,
    [admin.user.companyId, contactListId, lists, people],
  );
  const scheduledAt = new Date().toISOString();
  return admin.call(campaignsApi.create, { body: { name: 'Natal', message1: `Oferta ${lists}, {nome}`, contactListId, scheduledAt } });
}

const show = ({ id }: Pick<Campaign, 'id'>) => admin.call(campaignsApi.show, { params: { id }, query: { people: 'false' } });
const sumOf = ({ delivered, failed, skipped, waiting }: Campaign) => delivered + failed + skipped + waiting;
/** What the phones got: how many messages, of how many numbers, and how many of them twice. */
async function received(): Promise<{ messages: number; twice: number }> {
  const { rows } = await database.query(
    `select coalesce(sum(n), 0)::int as messages, (count(*) filter (where n > 1))::int as twice
     from (select number, count(*) as n from simulator_messages where from_business and body like $1 group by number) each`,
    [`Oferta ${lists},%`],
  );
  return rows[0];
}

async function ended(campaign: Campaign, people: number): Promise<void> {
  await until(
    'the campaign ends',
    async () => {
      const now = await show(campaign);
      expect(sumOf(now)).toBe(people);
      return now.status === 'FINALIZADA';
    },
    patience,
  );
  expect(await show(campaign)).toMatchObject({ delivered: people, failed: 0, skipped: 0, waiting: 0 });
  expect(await received()).toEqual({ messages: people, twice: 0 });
}

test.each(crashPoints.campaigns)('a death at %s: everybody gets it once', async (point) => {
  const [first, second] = nodes;
  await first?.stop();
  for (const node of nodes.slice(1)) await node.stop();
  first?.launch({ CRASH_AT: `${point}#3` });
  const revived = first?.ended().then((ending) => {
    first.launch();
    return ending;
  });
  await first?.ready();
  second?.launch({ ROLES: 'channels' });
  const campaign = await launch(8);
  expect(await revived).toEqual({ code: null, signal: 'SIGKILL' });
  await first?.ready();
  await ended(campaign, 8);
});

test('deaths, stops and restarts: nobody gets it twice, everybody is counted at every moment, and it ends', {
  timeout: 240_000 + patience * 2_000,
}, async () => {
  const random = randomFrom('campaigns');
  for (const node of nodes) if (node.isUp()) await node.stop();
  await Promise.all(nodes.map((node) => node.start()));
  const campaign = await launch(recipients);
  const events = random.shuffle([...Array.from({ length: kills }, () => 'kill'), ...Array.from({ length: stops }, () => 'stop')]);
  for (const [place, event] of events.entries()) {
    // A session's token lasts a quarter of an hour, ten thousand messages longer.
    await admin.refresh();
    const share = Math.floor(((place + 0.5) / events.length) * recipients);
    await until(
      `${share} have got it`,
      async () => {
        const now = await show(campaign);
        expect(sumOf(now)).toBe(recipients);
        return now.delivered >= share || now.status === 'FINALIZADA';
      },
      patience,
    );
    if (event === 'stop') await stopAndRestart(campaign);
    else await killOne(random.shuffle(nodes.slice(1))[0]);
  }
  await ended(campaign, recipients);
});

async function killOne(node: ServerNode | undefined): Promise<void> {
  if (!node?.isUp()) return;
  await node.kill();
  node.launch();
  await node.ready();
}

/** At most the one that was on its way leaves after it was stopped. */
async function stopAndRestart(campaign: Campaign): Promise<void> {
  const stopped = await admin.raw('POST', `/campaigns/${campaign.id}/cancel`);
  if (stopped.status === 409) return;
  const { messages } = await received();
  await sleep(1_500);
  expect((await received()).messages - messages).toBeLessThanOrEqual(1);
  expect(sumOf(await show(campaign))).toBe(recipients);
  await admin.call(campaignsApi.restart, { params: { id: campaign.id } });
}
