import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { adminEmail, password } from './generate.ts';
import { startProduct, tokenOf } from './processes.ts';
import type { Site } from './site.ts';
import { quantile } from './statistics.ts';
import { phoneNumber } from './words.ts';

export type LiveResult = { sockets: number; messages: number; p50: number; p99: number; slowest: number };

const screens = 200;
const messages = 60;
/** A server that works all day: the first ones find connections, plans and code not yet warm. */
const warmUp = 150;
const [pauseBefore, pause] = [20, 100];
const patience = 30_000;

/** One customer writes, and every open screen of the company shows it: from the simulator's call to each of the sockets. */
export async function measureLive({ dataDir, url, generated }: Site, say: (line: string) => void): Promise<LiveResult> {
  const product = await startProduct(dataDir, password);
  const sockets: Socket[] = [];
  try {
    const connectionId = await openConnection(url, generated.companyId);
    const token = await tokenOf(product.url, adminEmail);
    for (let place = 0; place < screens; place += 20)
      sockets.push(...(await Promise.all(Array.from({ length: 20 }, () => openScreen(product.url, token)))));
    const write = (body: string) => writeAsCustomer(product.url, token, connectionId, body);
    const times: number[] = [];
    for (let message = -warmUp; message < messages; message += 1) {
      const told = await tellAll(sockets, `company-${generated.companyId}-appMessage`, write, `Mensagem ${message} de ${Date.now()}`);
      if (message >= 0) times.push(...told);
      await sleep(message < 0 ? pauseBefore : pause);
    }
    const result = { sockets: screens, messages, p50: quantile(times, 0.5), p99: quantile(times, 0.99), slowest: Math.max(...times) };
    say(`  one message to ${screens} sockets: p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms`);
    return result;
  } finally {
    for (const socket of sockets) socket.disconnect();
    await product.stop();
  }
}

/**
 * Opened by the real client. From then on nobody takes apart what it hears: two hundred browsers do that on two hundred machines, and done
 * here, one after the other, it would be most of what is measured.
 */
function openScreen(url: string, token: string): Promise<Socket> {
  const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false });
  return new Promise((resolve, reject) => {
    socket.once('ready', () => {
      socket.io.engine.off('data');
      resolve(socket);
    });
    socket.once('connect_error', reject);
  });
}

/** How long after the call each of the sockets heard of it. */
async function tellAll(sockets: Socket[], name: string, write: (body: string) => Promise<void>, body: string): Promise<number[]> {
  let begun = 0;
  const isIt = (said: unknown) => typeof said === 'string' && said.includes(`"${name}"`) && said.includes(body);
  const heard = sockets.map(
    ({ io: { engine } }) =>
      new Promise<number>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('a socket was not told')), patience);
        const listen = (said: unknown) => {
          if (!isIt(said)) return;
          resolve(performance.now() - begun);
          clearTimeout(late);
          engine.off('data', listen);
        };
        engine.on('data', listen);
      }),
  );
  begun = performance.now();
  await write(body);
  return Promise.all(heard);
}

async function writeAsCustomer(url: string, token: string, connectionId: number, body: string): Promise<void> {
  const answer = await fetch(`${url}/simulator/${connectionId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ number: phoneNumber(20_000_000), name: 'Cliente da medição', body }),
  });
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status}`);
}

/** A connection of the big company that the product holds; leases of a server that went before are let go. */
async function openConnection(url: string, companyId: number): Promise<number> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ id: number }>('select min(id) as id from connections where company_id = $1 and wanted', [
      companyId,
    ]);
    const id = rows[0]?.id ?? 0;
    const until = Date.now() + patience;
    for (;;) {
      const { rowCount } = await owner.query('select from connection_leases where connection_id = $1 and expires_at > now()', [id]);
      if (rowCount) return id;
      if (Date.now() > until) throw new Error('nobody holds the connection');
      await sleep(100);
    }
  } finally {
    await owner.end();
  }
}
