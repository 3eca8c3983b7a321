import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { contactsApi } from '@prosa/contracts/contacts';
import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { type Client, peopleOf, sayIn } from '../server/test/browser.ts';
import { adminEmail, password } from './generate.ts';
import type { Noise, NoiseInput } from './noisy-load.ts';
import type { Options } from './options.ts';
import { startHelper, startProduct } from './processes.ts';
import type { Site } from './site.ts';
import { quantile } from './statistics.ts';
import { phoneNumber } from './words.ts';

export type Times = { p50: number; p99: number; calls: number };
export type NoisyCall = { name: string; alone: Times; beside: Times };
export type NoisyResult = { calls: NoisyCall[]; noise: Noise; seconds: number };

type Wanted = { name: string; method: string; path: string; body?: string };
const tickets = 45;
const spoken = 60;
/** Two people who never stop: they read what they asked for, though not for long, before they ask again. */
const quiet = { clients: 2, thinking: 100 };
const crowd = { clients: 20, thinking: 0 };
const warmUp = 500;
const warmUpSeconds = 5;

/** What an ordinary day of a small company takes, call by call, while a big one does all it can, and while it is silent: in turns. */
export async function measureNoisy(options: Options, site: Site, say: (line: string) => void): Promise<NoisyResult> {
  const product = await startProduct(site.dataDir, password);
  try {
    const { admin, wanted } = await quietCompany(product.url);
    const helper = await startHelper<string>('noisy-load.ts', await noiseOf(product.url, site));
    const times = wanted.map(({ name }) => ({ name, alone: [] as number[], beside: [] as number[] }));
    const measure = async (when: 'alone' | 'beside', seconds: number) => {
      const found = await callInTurn(product.url, admin.token, wanted, seconds);
      for (const [place, each] of times.entries()) each[when].push(...(found[place] ?? []));
    };
    let noise: Noise = {};
    // A server that works all day: each of its connections plans a statement when it first meets it, and noise needs more of them.
    helper.send('on');
    await callInTurn(product.url, admin.token, wanted, warmUpSeconds, crowd);
    await helper.ask<Noise>('off');
    await callInTurn(product.url, admin.token, wanted, warmUpSeconds, crowd);
    // Short rounds and many: what else happens on the machine meets both sides alike, and a percentile wants many calls.
    const rounds = options.rounds * 3;
    for (let round = 0; round < rounds; round += 1) {
      await measure('alone', options.seconds);
      helper.send('on');
      await sleep(warmUp);
      await measure('beside', options.seconds);
      noise = await helper.ask<Noise>('off');
      // Uploads are still looked at, events still told.
      await sleep(2_000);
      say(`  round ${round + 1}`);
    }
    await helper.stop();
    const calls = times.map(({ name, alone, beside }) => ({ name, alone: timesOf(alone), beside: timesOf(beside) }));
    return { calls, noise, seconds: rounds * (options.seconds + warmUp / 1000) };
  } finally {
    await product.stop();
  }
}

export const timesOf = (values: number[]): Times => ({ p50: quantile(values, 0.5), p99: quantile(values, 0.99), calls: values.length });

export async function quietCompany(url: string): Promise<{ admin: Client; wanted: Wanted[] }> {
  const people = peopleOf(url);
  const admin = await people.company();
  await people.connection(admin);
  let ticketId = 0;
  for (let n = 0; n < tickets; n += 1) {
    const contact = await admin.call(contactsApi.create, { body: { name: `Cliente ${n}`, number: phoneNumber(900_000 + n) } });
    ({ id: ticketId } = await admin.call(ticketsApi.create, { body: { contactId: contact.id } }));
  }
  for (let n = 0; n < spoken; n += 1) await sayIn(admin, ticketId, `Mensagem ${n}`);
  const wanted = [
    { name: 'list of 40 tickets', method: 'GET', path: '/tickets?status=open&showAll=true' },
    { name: 'page of a conversation', method: 'GET', path: `/messages/${ticketId}` },
    { name: 'sending a message', method: 'POST', path: `/messages/${ticketId}`, body: JSON.stringify({ body: 'Obrigado!' }) },
  ];
  return { admin, wanted };
}

async function noiseOf(url: string, site: Site): Promise<NoiseInput> {
  const owner = new pg.Client({ connectionString: site.url });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ id: number }>(
      `
        select id
        from tickets
        where company_id = $1 and status = 'open'
        order by updated_at desc
        limit 100`,
      [site.generated.companyId],
    );
    const emails = [adminEmail, ...Array.from({ length: 9 }, (_, n) => `agente${n + 2}@medicao.exemplo`)];
    const { rows: heads } = await owner.query<{ head: number }>(
      'select event_seq::int as head from company_counters where company_id = $1',
      [site.generated.companyId],
    );
    return { url, emails, ticketIds: rows.map(({ id }) => id), since: Math.max(1, heads[0]?.head ?? 0) };
  } finally {
    await owner.end();
  }
}

/** Each client makes one call after the other; how long each kind took. */
export async function callInTurn(url: string, token: string, wanted: Wanted[], seconds: number, who = quiet): Promise<number[][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: who.clients });
  const times = wanted.map((): number[] => []);
  const until = performance.now() + seconds * 1000;
  const client = async (first: number) => {
    for (let n = first; performance.now() < until; n += 1) {
      const place = n % wanted.length;
      const each = wanted[place];
      if (!each) return;
      const begun = performance.now();
      const status = await call(agent, url, token, each);
      if (status !== 200) throw new Error(`${each.name} was answered with ${status}`);
      times[place]?.push(performance.now() - begun);
      await sleep(who.thinking);
    }
  };
  await Promise.all(Array.from({ length: who.clients }, (_, n) => client(n)));
  agent.destroy();
  return times;
}

function call(agent: Agent, url: string, token: string, { method, path, body }: Wanted): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const asked = request(url + path, { method, agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
