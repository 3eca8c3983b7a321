import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BareHookInput, BareHookResult } from './bare-hook.ts';
import { adminEmail, password } from './generate.ts';
import type { Options } from './options.ts';
import { startHelper, startProduct, tokenOf } from './processes.ts';
import type { Site } from './site.ts';
import { quantile } from './statistics.ts';

type Times = { p50: number; p99: number };
export type WebhooksResult = { posts: number; messages: number; stored: number; product: Times; bare: Times; ratio: number };

const perSecond = 20;
/** Every tenth post is a batch of as many. */
const everyNth = 10;
const batch = 100;
const customers = 500;
const warmUp = 40;
const patience = 120_000;
/** Nobody listens there: what is measured is the way in. */
const nowhere = { WHATSAPP_CLOUD_URL: 'http://127.0.0.1:9' };
const phoneNumberId = '1099000000000001';

/** What Meta posts, so many times a second, to the product and to a bare route in turn; and whether all of it was stored once. */
export async function measureWebhooks({ posts }: Options, { dataDir, url, generated }: Site, say: (line: string) => void) {
  const secret = randomBytes(16).toString('hex');
  const product = await startProduct(dataDir, password, 'web,worker,channels', nowhere);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const input: BareHookInput = { url, secret };
  const bare = await startHelper<BareHookResult>('bare-hook.ts', input);
  try {
    const connectionId = await openConnection(product.url, owner, generated.companyId, secret);
    const times: Record<'product' | 'bare', number[]> = { product: [], bare: [] };
    const answers: Array<Promise<unknown>> = [];
    const begun = performance.now();
    let messages = 0;
    for (let nth = 0; nth < warmUp + posts; nth += 1) {
      const size = nth % everyNth === 0 ? batch : 1;
      messages += size;
      const body = bodyOf(nth, size);
      const [first, second] = nth % 2 === 0 ? (['product', 'bare'] as const) : (['bare', 'product'] as const);
      for (const [half, name] of [first, second].entries()) {
        await sleep(Math.max(0, begun + ((nth + half / 2) * 1000) / perSecond - performance.now()));
        const to = name === 'product' ? `${product.url}/hooks/cloud/${connectionId}` : `${bare.result.url}/hook`;
        const answer = post(to, body, secret).then((took) => (nth < warmUp ? undefined : times[name].push(took)));
        answer.catch(() => undefined);
        answers.push(answer);
      }
    }
    await Promise.all(answers);
    const figures = (taken: number[]): Times => ({ p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) });
    const [ours, theirs] = [figures(times.product), figures(times.bare)];
    const stored = await storedOnce(owner, connectionId, messages);
    const result: WebhooksResult = { posts, messages, stored, product: ours, bare: theirs, ratio: ours.p99 / theirs.p99 };
    say(`  ${posts} posts: p50 ${ours.p50.toFixed(1)} ms, p99 ${ours.p99.toFixed(1)} ms, bare p99 ${theirs.p99.toFixed(1)} ms`);
    return result;
  } finally {
    await bare.stop();
    await owner.end();
    await product.stop();
  }
}

function bodyOf(nth: number, size: number): string {
  const numbers = Array.from({ length: size }, (_, place) => String(5_511_960_000_000 + ((nth * 7 + place) % customers)));
  const timestamp = String(Math.floor(Date.now() / 1000));
  const messages = numbers.map((from, place) => ({
    from,
    id: `wamid.bench-${process.pid}-${nth}-${place}`,
    timestamp,
    type: 'text',
    text: { body: `Mensagem ${nth}/${place}` },
  }));
  const contacts = [...new Set(numbers)].map((number) => ({ profile: { name: `Cliente ${number.slice(-3)}` }, wa_id: number }));
  const metadata = { display_phone_number: '551140000000', phone_number_id: phoneNumberId };
  const value = { messaging_product: 'whatsapp', metadata, contacts, messages };
  return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '2099', changes: [{ field: 'messages', value }] }] });
}

async function post(url: string, body: string, secret: string): Promise<number> {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const begun = performance.now();
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`a webhook was answered with ${answer.status}`);
  return performance.now() - begun;
}

/** One that an earlier run has made is in the way: a number stands once in a company. */
async function openConnection(url: string, owner: pg.Client, companyId: number, appSecret: string): Promise<number> {
  await owner.query(`update connections set phone_number_id = null where company_id = $1 and phone_number_id = $2`, [
    companyId,
    phoneNumberId,
  ]);
  const token = await tokenOf(url, adminEmail);
  const cloud = { phoneNumberId, wabaId: '2099', accessToken: 'EAAbench', appSecret, verifyToken: 'bench' };
  const answer = await fetch(`${url}/whatsapp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Medição ${Date.now()}`, provider: 'cloud', cloud }),
  });
  const { id }: { id?: number } = JSON.parse(await answer.text());
  if (!id) throw new Error(`no connection was made: ${answer.status}`);
  return id;
}

/** How many of them are in their conversations once nothing waits any more. */
async function storedOnce(owner: pg.Client, connectionId: number, expected: number): Promise<number> {
  const until = Date.now() + patience;
  for (;;) {
    const { rows } = await owner.query<{ count: number; distinct: number }>(
      `select count(*)::int as count, count(distinct channel_id)::int as distinct from messages where connection_id = $1`,
      [connectionId],
    );
    const [{ count, distinct } = { count: 0, distinct: 0 }] = rows;
    if (count !== distinct) throw new Error(`${count - distinct} messages were stored twice`);
    if (count >= expected || Date.now() > until) return count;
    await sleep(250);
  }
}
