import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { password } from './generate.ts';
import { takeWhatIsLeft, tokenOf } from './processes.ts';

/** The big company's people, and conversations that they may write in. */
export type NoiseInput = { url: string; emails: string[]; ticketIds: number[]; since: number };
export type Noise = Record<string, { done: number; refused: number }>;
type Person = { token: string; userId: number };
type Call = { method: string; path: string; body?: Buffer | string; type?: string };

/** How many of each are under way at any time. */
const atOnce = { messages: 40, searches: 200, uploads: 8, passwords: 40, sockets: 40 };
const restWhenRefused = 50;
const upload = Buffer.alloc(1024 * 1024, 'Relatório de vendas. ');

const input: NoiseInput = JSON.parse(process.argv[2] ?? '');
// What is measured is the server; whoever makes the noise takes what it leaves.
takeWhatIsLeft();
const agent = new Agent({ keepAlive: true });
const noise: Noise = {};
let isOn = false;
let underWay = 0;

function call(person: Person, { method, path, body, type = 'application/json' }: Call): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${person.token}`,
      ...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    };
    const asked = request(input.url + path, { method, agent, headers }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(answer.statusCode ?? 0));
    });
    asked.once('error', () => resolve(0));
    asked.end(body);
  });
}

const pick = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};
const words = ['bom dia', 'boleto', 'pedido', 'mariana', 'silva', 'jabuticaba', 'a b c d e f g h', 'ana', 'prazo de entrega'];
const searches = ['/tickets?showAll=true&', '/messages/search?', '/contacts?'];
const boundary = 'prosa-noise';
const form = Buffer.concat([
  Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="medias"; filename="relatorio.txt"\r\ncontent-type: text/plain\r\n\r\n`,
  ),
  upload,
  Buffer.from(`\r\n--${boundary}--\r\n`),
]);

const kinds: Record<'messages' | 'searches' | 'uploads' | 'passwords', (person: Person) => Call> = {
  messages: () => ({ method: 'POST', path: `/messages/${pick(input.ticketIds)}`, body: JSON.stringify({ body: 'Mais uma mensagem.' }) }),
  searches: () => ({ method: 'GET', path: `${pick(searches)}searchParam=${encodeURIComponent(pick(words))}` }),
  uploads: () => ({
    method: 'POST',
    path: `/messages/${pick(input.ticketIds)}`,
    body: form,
    type: `multipart/form-data; boundary=${boundary}`,
  }),
  passwords: ({ userId }) => ({ method: 'PUT', path: `/users/${userId}`, body: JSON.stringify({ password }) }),
};

function count(kind: string, isDone: boolean): void {
  noise[kind] ??= { done: 0, refused: 0 };
  if (isDone) noise[kind].done += 1;
  else noise[kind].refused += 1;
}

async function makeNoise(kind: keyof typeof kinds, person: Person): Promise<void> {
  for (;;) {
    if (!isOn) await sleep(20);
    else {
      underWay += 1;
      const status = await call(person, kinds[kind](person));
      underWay -= 1;
      count(kind, status === 200);
      if (status !== 200) await sleep(restWhenRefused);
    }
  }
}

/** Asks for what it missed as soon as it was told, and comes back when it is let go. */
function openSocket({ token }: Person): void {
  const socket = io(input.url, { auth: { token }, transports: ['websocket'], forceNew: true });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 1_000);
  });
  const ask = async () => {
    while (socket.connected) {
      if (!isOn) await sleep(20);
      else {
        underWay += 1;
        const answer: unknown = await socket
          .timeout(20_000)
          .emitWithAck('catchUp', { since: input.since })
          .catch(() => undefined);
        underWay -= 1;
        count('sockets', answer !== undefined);
      }
    }
  };
  socket.on('ready', () => void ask());
}

const people: Person[] = [];
for (const email of input.emails) {
  const token = await tokenOf(input.url, email);
  const claims: { uid: number } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  people.push({ token, userId: claims.uid });
}
const [first, ...others] = people;
if (!first || others.length === 0) throw new Error('nobody makes noise');
// Writing in any conversation is for the admin; everybody searches.
for (const kind of ['messages', 'searches', 'uploads'] as const)
  for (let n = 0; n < atOnce[kind]; n += 1) void makeNoise(kind, kind === 'searches' && n % 2 === 0 ? pick(others) : first);
for (let n = 0; n < atOnce.passwords; n += 1) void makeNoise('passwords', others[n % others.length] ?? first);
for (let n = 0; n < atOnce.sockets; n += 1) openSocket(first);

/** Silence is told when it has come: what was under way would be heard in the next round. */
async function fallSilent(): Promise<void> {
  isOn = false;
  while (underWay > 0) await sleep(20);
  process.send?.(noise);
}

process.on('message', (said) => {
  if (said === 'on') isOn = true;
  else void fallSilent();
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
