import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { refuse } from './errors.ts';

export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Takes the same time wherever the texts differ, and tells nothing of their lengths. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

// The library's default algorithm is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const hashesAtOnce = 4;
const queueLength = 64;

/** No password has this hash, but checking one against it costs what a real check costs. */
const nobodysHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${unpadded(16)}$${unpadded(cost.outputLen)}`;

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), cost));
}

/** Pass undefined for an unknown user: the answer is no, after the time a known one would take. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? nobodysHash, password.normalize('NFC')));
  return matches && passwordHash !== undefined;
}

/** True for a hash made when hashing was cheaper: at the next login the password should be hashed anew. */
export function isHashOutdated(passwordHash: string): boolean {
  const made = parseOptions(passwordHash);
  return made.memoryCost < cost.memoryCost || made.timeCost < cost.timeCost;
}

let running = 0;
const waiting: (() => void)[] = [];

/** Each hash takes a core and 19 MiB: a flood of logins must find a closed door, not an exhausted machine. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < hashesAtOnce) running += 1;
  else if (waiting.length >= queueLength) refuse('ERR_TOO_MANY_REQUESTS');
  else await new Promise<void>((enter) => waiting.push(enter));
  try {
    return await work();
  } finally {
    // The place is handed on rather than freed, so that a newcomer can not slip in before the queue.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '');
}
