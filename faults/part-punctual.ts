import { setTimeout as sleep } from 'node:timers/promises';
import { campaignSettingsApi, campaignsApi } from '@prosa/contracts/campaigns';
import { contactListsApi } from '@prosa/contracts/contact-lists';
import { contactsApi } from '@prosa/contracts/contacts';
import { schedulesApi } from '@prosa/contracts/schedules';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { type Client, peopleOf, sayIn } from '../server/test/browser.ts';
import type { PartContext } from './parts.ts';
import { percentile } from './storm.ts';
import { until } from './waiting.ts';

type Office = { admin: Client; whatsappId: number; database: pg.Client };

const [onTimeMs, besideCampaignMs] = [2_000, 1_000];

/** What leaves when it should: `only=punctual schedules=200 recipients=600 messages=40`. */
export async function punctualPart({ supervisor, count }: PartContext): Promise<boolean> {
  const { url } = await supervisor.postgres();
  const node = await supervisor.node({ DATABASE_URL: url });
  await node.start();
  const people = peopleOf(node.url);
  const admin = await people.company();
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  try {
    const office = { admin, database, whatsappId: await people.connection(admin) };
    const late = await scheduleMany(office, count('schedules', 200));
    const slow = await writeBesideCampaign(office, count('recipients', 600), count('messages', 40));
    const figures = (values: number[]) => `p50 ${Math.round(percentile(values, 0.5))} ms, p99 ${Math.round(percentile(values, 0.99))} ms`;
    console.log(`${late.length} schedules, after their time: ${figures(late)} (allowed ${onTimeMs})`);
    console.log(
      `${slow.length} messages of an agent beside a campaign, from the call to the phone: ${figures(slow)} (allowed ${besideCampaignMs})`,
    );
    return percentile(late, 0.99) <= onTimeMs && percentile(slow, 0.99) <= besideCampaignMs;
  } finally {
    await database.end();
  }
}

/** Spread over twenty seconds; how late each reached its phone. */
async function scheduleMany({ admin, whatsappId, database }: Office, many: number): Promise<number[]> {
  const begins = Date.now() + 10_000 + many * 40;
  const { id: contactId } = await admin.call(contactsApi.create, { body: { name: 'Ana Maria', number: '5511977770001' } });
  for (let nth = 0; nth < many; nth += 1) {
    const sendAt = new Date(begins + (nth * 20_000) / many).toISOString();
    await admin.call(schedulesApi.create, { body: { contactId, body: `Aviso ${nth}`, sendAt, whatsappId } });
  }
  const arrived = `
    select extract(epoch from m.at - s.send_at)::float8 * 1000 as late
    from schedules s
    join simulator_messages m on m.body = s.body and m.from_business`;
  await until('all have arrived', async () => (await database.query(arrived)).rowCount === many, 180);
  return (await database.query<{ late: number }>(arrived)).rows.map(({ late }) => late);
}

async function writeBesideCampaign({ admin, whatsappId, database }: Office, recipients: number, messages: number): Promise<number[]> {
  const number = '5511966660001';
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, name: 'Rita', body: 'Oi' } });
  const { id: ticketId } = await until('there is a ticket', async () => {
    const { tickets } = await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } });
    return tickets[0];
  });
  await admin.call(ticketsApi.update, { params: { id: ticketId }, body: { status: 'open', userId: admin.user.id } });
  await launch({ admin, database, whatsappId }, recipients);
  const took: number[] = [];
  for (let nth = 0; nth < messages; nth += 1) {
    const begun = performance.now();
    await sayIn(admin, ticketId, `Resposta ${nth}`);
    await until('it is there', async () => {
      const { rowCount } = await database.query('select from simulator_messages where body = $1', [`Resposta ${nth}`]);
      return rowCount === 1;
    });
    took.push(performance.now() - begun);
    await sleep(200);
  }
  return took;
}

async function launch({ admin, database }: Office, people: number): Promise<void> {
  await admin.call(campaignSettingsApi.save, { body: { settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 } } });
  const { id: contactListId } = await admin.call(contactListsApi.create, { body: { name: 'Lista' } });
  await database.query(
    `insert into contact_list_items (company_id, contact_list_id, name, number, is_whatsapp_valid, check_at)
     select $1, $2, 'Pessoa ' || n, (5511900000000 + n)::text, true, null from generate_series(1, $3::int) n`,
    [admin.user.companyId, contactListId, people],
  );
  const scheduledAt = new Date().toISOString();
  const { id } = await admin.call(campaignsApi.create, { body: { name: 'Natal', message1: 'Oferta, {nome}', contactListId, scheduledAt } });
  await until(
    'it is under way',
    async () => (await admin.call(campaignsApi.show, { params: { id }, query: { people: 'false' } })).delivered > 0,
  );
}
