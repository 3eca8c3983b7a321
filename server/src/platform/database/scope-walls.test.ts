import { expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';
import { createLimiter } from '../http/limits.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { newMediaKey } from '../storage/storage.ts';
import { inScope, type Platform, type Scope } from './scope.ts';

const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const us = { companyId: 1 };

test('by its type a scope offers the database and nothing else that takes its time', async () => {
  await inScope(platform, us, async (scope) => {
    // @ts-expect-error: files are read before or after
    const { storage } = scope.platform;
    // @ts-expect-error: a second transaction would hold a second connection
    const { databases } = scope.platform;
    // @ts-expect-error: wake-ups leave with the commit, through scope.wake
    const { wake } = scope.platform;
    expect({ storage, databases, wake }, 'and none is there under another type').toEqual({});
    expect(Object.keys(scope.platform).toSorted()).toEqual(['clock', 'log', 'secrets']);
  });
  // @ts-expect-error: what a scope is given is no platform, so that nothing that needs one can be called with it
  const notEnough = (scope: Scope): Platform => scope.platform;
  expect(notEnough).toBeTypeOf('function');
});

test('what was reached past the types is found out: storage, limiter and other machines refuse to work inside a scope', async () => {
  const limiter = createLimiter({ factor: 1, now: platform.clock });
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  const uses: Record<string, () => Promise<unknown>> = {
    storage: async () => platform.storage.stat(newMediaKey(us.companyId)),
    limiter: () => limiter.take('api', 'somebody', { limit: 1, seconds: 1 }),
    'another machine': () => outbound({ url: `${world.server.url}/health/live`, chosenBy: 'operator', purpose: 'channel' }),
  };
  for (const [name, use] of Object.entries(uses)) {
    await expect(
      inScope(platform, us, () => use()),
      name,
    ).rejects.toThrow(/inside a transaction/);
    await expect(use(), `${name}, outside`).resolves.not.toThrow();
  }
});
