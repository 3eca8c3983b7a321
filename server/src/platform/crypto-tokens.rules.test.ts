import { describe, expect, test } from 'vitest';
import { hashCheaply, hashPassword, isHashOutdated, isSameText, randomToken, sha256, verifyPassword } from './crypto-tokens.ts';
import { Refusal } from './errors.ts';

describe('tokens', () => {
  test('are long, unlike each other and fit for an address', () => {
    const tokens = Array.from({ length: 1000 }, () => randomToken());
    expect(new Set(tokens).size).toBe(1000);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
    expect(randomToken(16)).toHaveLength(22);
  });

  test('hash to the well-known SHA-256', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  test('compare equal only when they are, whatever their lengths', () => {
    expect(isSameText('abc', 'abc')).toBe(true);
    expect(isSameText('abc', 'abd')).toBe(false);
    expect(isSameText('abc', 'abcd')).toBe(false);
    expect(isSameText('', '')).toBe(true);
  });
});

describe('a password', () => {
  test('is hashed by argon2id at the agreed cost, with a salt of its own', async () => {
    const [one, two] = await Promise.all([hashPassword('12345'), hashPassword('12345')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(isHashOutdated(one)).toBe(false);
    expect(isHashOutdated(one.replace('m=19456', 'm=4096'))).toBe(true);
  });

  test('opens its own hash only', async () => {
    const made = await hashPassword('açaí12');
    expect(await verifyPassword(made, 'açaí12')).toBe(true);
    expect(await verifyPassword(made, 'açaí12'.normalize('NFD'))).toBe(true);
    expect(await verifyPassword(made, 'acai12')).toBe(false);
    expect(await verifyPassword(made, '')).toBe(false);
  });

  test('of an unknown user is refused after about the time a known one takes', async () => {
    const made = await hashPassword('known');
    const timeOf = async (hash: string | undefined) => {
      const start = process.cpuUsage();
      expect(await verifyPassword(hash, 'wrong')).toBe(false);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    // Of the processor, in turns, and the least of each: what else the machine does falls on both.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 12; round += 1) {
      known = Math.min(known, await timeOf(made));
      unknown = Math.min(unknown, await timeOf(undefined));
    }
    expect(unknown).toBeGreaterThan(known / 3);
    expect(unknown).toBeLessThan(known * 3);
  });

  test('flood is turned away at the door: one works, a hundred and ten of one source wait, the rest are told to come later', async () => {
    // What waits is counted alike, however long each takes.
    const atFullCost = hashCheaply();
    const known = await hashPassword('known');
    atFullCost();
    const outcomes = await Promise.allSettled(Array.from({ length: 130 }, () => verifyPassword(known, 'guess')));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(19);
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(Refusal);
      expect(reason).toHaveProperty('code', 'ERR_TOO_MANY_REQUESTS');
    }
    expect(await verifyPassword(await hashPassword('after'), 'after')).toBe(true);
  });
});
