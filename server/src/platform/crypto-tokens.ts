import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { passwordField } from '@prosa/contracts/fields';
import { FairQueue, type Source } from './fair-queue.ts';

export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Compares in constant time, independent of position and length. */
export function isSameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

// The library's default algorithm is argon2id.
const agreed = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const cheap = { ...agreed, memoryCost: 64, timeCost: 1 };
let cheapUses = 0;
const cost = () => (cheapUses > 0 ? cheap : agreed);

/**
 * For tests, which sign thousands of people up and in: what those show does not depend on how much a hash costs. Until it is ended by
 * calling what is returned. The product never calls it (server/test/architecture.test.ts).
 */
export function hashCheaply(): () => void {
  cheapUses += 1;
  return () => {
    cheapUses -= 1;
  };
}

/**
 * Each hash takes a core and 19 MiB: a flood must be refused instead of exhausting the machine. A source with more of them gets a fifth of
 * one core.
 */
const hashing = new FairQueue({
  atOnce: Math.min(2, availableParallelism()),
  ofGroup: 1,
  restFactor: 4,
  maxWaiting: 200,
  maxOfGroup: 110,
});
const server: Source = { group: 'server', member: '' };

const dummyCost = `m=${agreed.memoryCost},t=${agreed.timeCost},p=${agreed.parallelism}`;
/** A dummy hash, so that unknown users cost the same time as known ones. */
const dummyHash = `$argon2id$v=19$${dummyCost}$${unpadded(16)}$${unpadded(agreed.outputLen)}`;

export function hashPassword(password: string, source = server): Promise<string> {
  return hashing.run(source, () => hash(password.normalize('NFC'), cost()));
}

/** Of the password in what was sent, if there is one that can be taken. */
export async function hashPasswordOf(body: unknown, source: Source): Promise<string | undefined> {
  const { success, data } = passwordField.safeParse(Object(body).password);
  return success ? hashPassword(data, source) : undefined;
}

/** Pass undefined for an unknown user: the answer is no, after the time a known one would take. */
export async function verifyPassword(passwordHash: string | undefined, password: string, source = server): Promise<boolean> {
  const matches = await hashing.run(source, () => verify(passwordHash ?? dummyHash, password.normalize('NFC')));
  return matches && passwordHash !== undefined;
}

/** True for a hash made when hashing was cheaper: at the next login the password should be hashed anew. */
export function isHashOutdated(passwordHash: string): boolean {
  const made = parseOptions(passwordHash);
  return made.memoryCost < cost().memoryCost || made.timeCost < cost().timeCost;
}

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '');
}
