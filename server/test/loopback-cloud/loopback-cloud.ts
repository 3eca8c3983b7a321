import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { envelope, type HookAnswer, openTeller, person, post, secondsNow, sign } from './hooks.ts';
import { takeMessage } from './messages.ts';
import { type Account, type Fault, type MediaRecord, newAccount, newWamid, phoneMessage, shownTo } from './state.ts';

export type LoopbackCloud = Awaited<ReturnType<typeof openLoopbackCloud>>;
type Options = { port?: number; typingMilliseconds?: number; urlMilliseconds?: number };

/** Meta's Cloud API, played on this machine: takes messages and files, gives templates, and posts what happens, signed. */
export async function openLoopbackCloud({ port = 0, typingMilliseconds = 500, urlMilliseconds = 300_000 }: Options = {}) {
  const accounts: Account[] = [];
  const media = new Map<string, MediaRecord>();
  const faults: Fault[] = [];
  const teller = openTeller();
  let isAway = false;

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    if (isAway) return void request.socket.destroy();
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function answer(request: http.IncomingMessage, response: http.ServerResponse, body: Buffer) {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const account = accounts.find(({ accessToken }) => accessToken === bearer);
    if (pathname.startsWith('/files/')) return sendFile(response, pathname.slice(7), account);
    if (!account) return refuse(response, 190, 401);
    const [, version, thing = '', what] = pathname.split('/');
    if (version !== 'v25.0') return refuse(response, 2500);
    if (what === 'messages' && thing === account.phoneNumberId) return takePost(request, response, account, body);
    if (what === 'media' && thing === account.phoneNumberId) return reply(response, { id: upload(account, request, body) });
    if (what === 'message_templates' && thing === account.wabaId) return listTemplates(response, account, searchParams);
    if (what === undefined && thing === account.phoneNumberId)
      return reply(response, { id: thing, display_phone_number: '+55 11 4000-0000', verified_name: 'Loja', quality_rating: 'GREEN' });
    const file = media.get(thing);
    if (what === undefined && file?.owner === account.phoneNumberId) return reply(response, { ...describe(file), url: addressOf(file) });
    return refuse(response, 100, 404);
  }

  function takePost(request: http.IncomingMessage, response: http.ServerResponse, account: Account, body: Buffer) {
    const posted: Record<string, unknown> = JSON.parse(body.toString('utf8'));
    if (posted.status !== 'read') account.posted.push(posted);
    const place = faults.findIndex((fault) => fault.kind !== 'error' || fault.to === undefined || `+${fault.to}` === posted.to);
    const fault = posted.status === 'read' || place < 0 ? undefined : faults.splice(place, 1)[0];
    if (fault?.kind === 'error') return refuse(response, fault.code, fault.status);
    if (fault?.kind === 'dropRequest') return void request.socket.destroy();
    const verdict = takeMessage(account, posted, typingMilliseconds, (id) => media.has(id));
    if ('code' in verdict) return refuse(response, verdict.code);
    const { wamid, number } = verdict;
    const own = posted.biz_opaque_callback_data;
    if (wamid !== undefined && number !== undefined && account.tellsStatuses)
      for (const status of account.statuses) void tellStatus(account, { wamid, number, status, own });
    if (fault?.kind === 'loseAnswer') return void request.socket.destroy();
    if (wamid === undefined) return reply(response, { success: true });
    reply(response, { messaging_product: 'whatsapp', contacts: [{ input: posted.to, wa_id: number }], messages: [{ id: wamid }] });
  }

  const tellStatus = (account: Account, { wamid, number, status, own, code }: TellableStatus) =>
    teller.tell(account, envelope(account, { statuses: [statusOf(account, { wamid, number, status, own, code })] }));

  function upload(account: Account, request: http.IncomingMessage, body: Buffer): string {
    const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
    const text = body.toString('latin1');
    const start = text.indexOf('\r\n\r\n', text.indexOf('name="file"')) + 4;
    const mimetype = /content-type: (\S+)/.exec(text.slice(text.indexOf('name="file"')))?.[1] ?? '';
    return keep(account, body.subarray(start, text.lastIndexOf(`\r\n--${boundary}--`)), mimetype).id;
  }

  function keep(account: Account, bytes: Buffer, mimetype: string): MediaRecord {
    const record: MediaRecord = {
      id: String(Date.now()) + String(media.size),
      bytes,
      mimetype,
      owner: account.phoneNumberId,
      urls: new Map(),
    };
    media.set(record.id, record);
    return record;
  }

  function addressOf(file: MediaRecord): string {
    const key = randomBytes(12).toString('hex');
    file.urls.set(key, performance.now() + urlMilliseconds);
    return `${url}/files/${file.id}-${key}`;
  }

  function sendFile(response: http.ServerResponse, name: string, account: Account | undefined) {
    const [id = '', key = ''] = name.split('-');
    const file = media.get(id);
    if (!account || file?.owner !== account.phoneNumberId) return refuse(response, 190, 401);
    if ((file.urls.get(key) ?? 0) < performance.now()) return refuse(response, 100, 404);
    response.writeHead(200, { 'content-type': file.mimetype, 'content-length': String(file.bytes.length) }).end(file.bytes);
  }

  /** A customer writes: answers the id once the business has taken it. */
  async function write(account: Account, number: string, message: Record<string, unknown>, name?: string): Promise<string> {
    const { id = newWamid(), ...said } = message;
    const { from, contacts } = person(account, number, name);
    account.lastHeard.set(number, Date.now());
    shownTo(account, number).push(phoneMessage({ id: String(id), body: bodyOf(said) }));
    await teller.tell(account, envelope(account, { contacts, messages: [{ ...from, id, timestamp: secondsNow(), ...said }] }));
    return String(id);
  }

  return {
    url,
    faults,
    media,
    open() {
      const account = newAccount();
      accounts.push(account);
      return account;
    },
    write,
    tellStatus,
    tell: teller.tell,
    /** A file of a customer's, as posts describe it. */
    attach: (account: Account, bytes: Buffer, mimetype: string) => {
      const { id } = keep(account, bytes, mimetype);
      return { id, mime_type: mimetype, sha256: createHash('sha256').update(bytes).digest('base64') };
    },
    /** Posts once, signed or not as said, and answers what was said to it. */
    post: (account: Account, body: string, signature: string | undefined = sign(account.appSecret, body)): Promise<HookAnswer> =>
      post(account.hook, body, signature),
    goAway(away: boolean) {
      isAway = away;
    },
    isTyping: (account: Account, number: string) => (account.typingUntil.get(number) ?? 0) > performance.now(),
    async close() {
      teller.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

type TellableStatus = { wamid: string; number: string; status: string; own?: unknown; code?: number | undefined };
export const statusOf = (account: Account, { wamid, number, status, own, code }: TellableStatus) => ({
  id: wamid,
  status,
  timestamp: secondsNow(),
  ...(account.hidden.has(number) ? { recipient_user_id: account.hidden.get(number) } : { recipient_id: number }),
  ...(own !== undefined && { biz_opaque_callback_data: own }),
  ...(code !== undefined && { errors: [{ code, title: 'Refused', message: 'Refused', error_data: { details: 'why' } }] }),
});

const describe = ({ id, bytes, mimetype }: MediaRecord) => ({
  messaging_product: 'whatsapp',
  id,
  mime_type: mimetype,
  file_size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

const reply = (response: http.ServerResponse, body: object) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const refuse = (response: http.ServerResponse, code: number, status = 400) =>
  void response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { message: 'Refused', type: 'OAuthException', code, fbtrace_id: 'A1' } }));

/** Two to a page, so that there are pages. */
function listTemplates(response: http.ServerResponse, { templates }: Account, query: URLSearchParams): void {
  const start = Number(query.get('after') ?? 0);
  const matching = templates.filter(({ status }) => !query.has('status') || status === query.get('status'));
  const hasMore = start + 2 < matching.length;
  reply(response, {
    data: matching.slice(start, start + 2),
    paging: { cursors: { after: String(start + 2) }, ...(hasMore && { next: 'https://graph.facebook.com/next' }) },
  });
}

const bodyOf = ({ text }: Record<string, unknown>): string => (typeof text === 'object' && text && 'body' in text ? String(text.body) : '');
