import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { type Readable, Transform } from 'node:stream';
import { type AllowEntry, hostOf, isAllowed, type OutboundPurpose, parseAllowEntry, portOf } from '../outbound-allow.ts';
import { refuseInScope } from '../scope-nesting.ts';
import { type Lookup, openLookup } from './name-lookup.ts';
import { isLoopback, isPublicAddress } from './public-address.ts';

/** Why a call to the outside did not end in an answer. The message names the host at most: an address may hold secrets. */
export type OutboundReason = 'refused' | 'unreachable' | 'timeout' | 'too-large' | 'wrong-type';
export class OutboundError extends Error {
  constructor(
    readonly reason: OutboundReason,
    message: string,
    /** The request had a connection: it may have arrived although no answer came. */
    readonly mayHaveArrived = false,
  ) {
    super(message);
    this.name = 'OutboundError';
  }
}

export type TlsIdentity = { pfx?: Buffer; cert?: Buffer; key?: Buffer; passphrase?: string; ca?: Buffer };

export type OutboundCall = {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  /** A stream is sent once: a redirection that would repeat it is refused. */
  body?: string | Buffer | { stream: Readable; length: number };
  /** Who chose the address. What the operator configured may be on this machine; what a company typed in never, unless allowed. */
  chosenBy: 'operator' | 'company';
  /** The purpose of the call: entries of OUTBOUND_ALLOW may hold for one purpose only. */
  purpose: OutboundPurpose;
  /** Media types the answer may have, by their beginning; any when left out. */
  types?: string[];
  /** What proves who we are, and who they are, where names and public authorities do not do. */
  tls?: TlsIdentity | undefined;
  maxBytes?: number;
  totalSeconds?: number;
  /** Followed at most so often, each one checked like the first; none when left out. */
  redirects?: 0 | 1 | 2 | 3;
};
export type OutboundAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };
/** The answer while it still comes. It fails where it is too large, and ends with the time that the call has. */
type OutboundStream = { status: number; headers: http.IncomingHttpHeaders; stream: Readable };
export type Outbound = {
  (call: OutboundCall): Promise<OutboundAnswer>;
  /** For answers that are too large to be held: whoever asks reads the stream to its end, or destroys it. */
  open(call: OutboundCall): Promise<OutboundStream>;
};

type Options = {
  /** Entries of OUTBOUND_ALLOW: these may be private, and with their port without TLS. */
  allow?: ReadonlyArray<AllowEntry | string>;
  lookup?: Lookup;
  connectSeconds?: number;
};

const defaults = { maxBytes: 25 * 1024 * 1024, totalSeconds: 15, connectSeconds: 3 };
const redirected = new Set([301, 302, 303, 307, 308]);

/** The one way out: every call to another machine that is not our database, cache or storage goes through here. */
export function createOutbound({ allow = [], lookup = openLookup(), connectSeconds = defaults.connectSeconds }: Options = {}): Outbound {
  const entries = allow.flatMap((entry) => (typeof entry === 'string' ? (parseAllowEntry(entry) ?? []) : entry));
  const open = async (call: OutboundCall) => {
    refuseInScope('another machine');
    const deadline = AbortSignal.timeout((call.totalSeconds ?? defaults.totalSeconds) * 1000);
    let next = { ...call, url: readUrl(call.url) };
    for (let left = call.redirects ?? 0; ; left -= 1) {
      const address = await checkedAddress(next, { entries, lookup, deadline });
      const answer = await send(next, address, { deadline, connectSeconds });
      const { location } = answer.headers;
      if (!redirected.has(answer.status) || left === 0 || location === undefined) return answer;
      answer.stream.destroy();
      next = follow(next, answer.status, location);
    }
  };
  return Object.assign(async (call: OutboundCall) => readWhole(await open(call)), { open });
}

async function readWhole({ status, headers, stream }: OutboundStream): Promise<OutboundAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    const bytes: Buffer = chunk;
    chunks.push(bytes);
  }
  return { status, headers, body: Buffer.concat(chunks) };
}

function readUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new OutboundError('refused', 'the address can not be read');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new OutboundError('refused', 'only http and https lead out');
  if (url.username !== '' || url.password !== '') throw new OutboundError('refused', 'an address holds no credentials');
  return url;
}

type Guard = { entries: AllowEntry[]; lookup: Lookup; deadline: AbortSignal };

/** The address to connect to. The name is resolved once and here: what was checked is what is connected to. */
async function checkedAddress({ url, chosenBy, purpose }: PreparedCall, { entries, lookup, deadline }: Guard): Promise<string> {
  const host = hostOf(url);
  const isListed = isAllowed(url, purpose, entries);
  const isAnsweredFor = isListed || chosenBy === 'operator';
  const addresses = isIP(host) > 0 ? [host] : await inTime(deadline, () => lookup(host, isAnsweredFor));
  const [first] = addresses;
  if (first === undefined) throw new OutboundError('unreachable', `${host} has no address`);
  if (isListed) return first;
  const isOwnLoopback = chosenBy === 'operator' && addresses.every(isLoopback);
  if (isOwnLoopback) return first;
  if (!addresses.every(isPublicAddress)) throw new OutboundError('refused', `${host} is not on the internet: OUTBOUND_ALLOW would open it`);
  if (url.protocol !== 'https:') throw new OutboundError('refused', `${host} is only reached by https`);
  if (chosenBy === 'company' && portOf(url) !== 443) throw new OutboundError('refused', `port ${portOf(url)} of ${host} is not open to us`);
  return first;
}

/** A name that is not found in time has no address, like one that does not exist. */
async function inTime(deadline: AbortSignal, find: () => ReturnType<Lookup>): Promise<string[]> {
  if (deadline.aborted) return [];
  const over = new AbortController();
  const late = once(deadline, 'abort', { signal: over.signal }).then(() => []);
  const addresses = await Promise.race([find(), late]).catch(() => []);
  over.abort();
  return addresses.map(({ address }) => address);
}

type PreparedCall = Omit<OutboundCall, 'url'> & { url: URL };

/** The body goes along only where the method does; what proves who we are stays with the host it was meant for. */
function follow(call: PreparedCall, status: number, location: string): PreparedCall {
  const url = readUrl(location, call.url);
  if (call.url.protocol === 'https:' && url.protocol === 'http:') throw new OutboundError('refused', 'a redirection may not leave https');
  const isSame = url.origin === call.url.origin;
  const headers = Object.fromEntries(
    Object.entries(call.headers ?? {}).filter(([name]) => isSame || /^(accept|user-agent|content-type)$/i.test(name)),
  );
  const keepsMethod = status === 307 || status === 308;
  const { body, ...rest } = call;
  if (keepsMethod && isStream(body)) throw new OutboundError('refused', 'what was streamed is not sent a second time', true);
  const tls = isSame ? call.tls : undefined;
  return keepsMethod ? { ...call, url, headers, tls } : { ...rest, method: 'GET', url, headers, tls };
}

type Limits = { deadline: AbortSignal; connectSeconds: number };
type Fail = (reason: OutboundReason, message: string) => void;

function send(call: PreparedCall, address: string, { deadline, connectSeconds }: Limits): Promise<OutboundStream> {
  const { url, method = 'GET', headers = {}, body } = call;
  const host = url.hostname;
  return new Promise<OutboundStream>((resolve, reject) => {
    let connected = false;
    let answer: OutboundStream | undefined;
    const fail: Fail = (reason, message) => {
      const error = new OutboundError(reason, message, connected);
      reject(error);
      answer?.stream.destroy(error);
      request.destroy();
    };
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      // No compression: a small answer that unpacks to a huge one would pass every bound on its size.
      headers: { 'user-agent': 'Prosa', ...headers, 'accept-encoding': 'identity', ...(body !== undefined && lengthOf(body)) },
      agent: false,
      lookup: (_host, options, done) => pinned(address, options, done),
      maxHeaderSize: 32 * 1024,
      ...(url.protocol === 'https:' && call.tls),
    });
    const slow = setTimeout(() => fail('timeout', `${host} was not reached in time`), connectSeconds * 1000);
    const over = () => fail('timeout', `${host} did not answer in time`);
    deadline.addEventListener('abort', over, { once: true });
    request.once('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true;
        clearTimeout(slow);
      }),
    );
    request.on('error', (error) => fail('unreachable', `${host}: ${'code' in error ? String(error.code) : 'no connection'}`));
    request.once('close', () => {
      clearTimeout(slow);
      deadline.removeEventListener('abort', over);
    });
    request.once('response', (response) => {
      answer = bounded(response, call, fail);
      resolve(answer);
    });
    if (!isStream(body)) return void request.end(body);
    body.stream.once('error', () => fail('refused', 'what was to be sent could not be read'));
    body.stream.pipe(request);
    request.once('close', () => body.stream.destroy());
  });
}

const isStream = (body: OutboundCall['body']) => typeof body === 'object' && 'stream' in body;

const lengthOf = (body: NonNullable<OutboundCall['body']>) => ({
  'content-length': String(isStream(body) ? body.length : Buffer.byteLength(body)),
});

type LookupDone = (error: null, address: string | Array<{ address: string; family: number }>, family?: number) => void;

/** Node asks for one address or for all of them, by its own choice. */
function pinned(address: string, options: { all?: boolean | undefined }, done: LookupDone): void {
  const family = isIP(address);
  if (options.all) done(null, [{ address, family }]);
  else done(null, address, family);
}

/** The answer with its bounds; what goes beyond them fails the call, or the reading of what it answered. */
function bounded(response: http.IncomingMessage, { types, maxBytes = defaults.maxBytes, url }: PreparedCall, fail: Fail): OutboundStream {
  const { statusCode: status = 0, headers } = response;
  const type = (headers['content-type'] ?? '').toLowerCase();
  const isWrong = types !== undefined && status < 300 && !types.some((expected) => type.startsWith(expected));
  if (isWrong) fail('wrong-type', `${url.hostname} sent another kind of answer`);
  if (Number(headers['content-length'] ?? 0) > maxBytes) fail('too-large', `${url.hostname} sent too much`);
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size <= maxBytes) return done(null, chunk);
      fail('too-large', `${url.hostname} sent too much`);
      done();
    },
  });
  response.once('error', () => fail('unreachable', `${url.hostname} broke off`));
  response.once('aborted', () => fail('unreachable', `${url.hostname} broke off`));
  stream.once('close', () => response.destroy());
  // Whoever reads hears of it; a failure before anybody reads is the call's own.
  stream.on('error', () => undefined);
  return { status, headers, stream: response.pipe(stream) };
}
