import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order, Outcome } from '../../../test/body-sender.ts';
import { hostileBodies } from '../../../test/hostile-bodies.ts';
import { openLoopbackCloud } from '../../../test/loopback-cloud/loopback-cloud.ts';
import { connectCloud } from '../../../test/loopback-cloud/office.ts';
import { mountOtherCallers } from '../../../test/other-callers.ts';
import { openWorld } from '../../../test/world.ts';

const cloud = await openLoopbackCloud();
afterAll(() => cloud.close());
const secrets = { EFI_WEBHOOK_SECRET: 'what Efí and we share', ASAAS_WEBHOOK_TOKEN: 'what Asaas and we share' };
const world = await openWorld({ ROLES: 'web', WHATSAPP_CLOUD_URL: cloud.url, ...secrets }, undefined, mountOtherCallers);
const admin = await world.company();
const { id: connectionId } = await connectCloud(world, cloud, admin);

let sender: ChildProcess;
beforeAll(() => {
  sender = fork(new URL('../../../test/body-sender.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
});
afterAll(() => void sender.kill());

/** CPU time of the whole process, which does not depend on the machine's load. */
const maxCpuMs = 50;

async function costOf(order: Order): Promise<Outcome & { cpuMs: number }> {
  const start = process.cpuUsage();
  sender.send(order);
  const [outcome] = (await once(sender, 'message')) as [Outcome];
  const { user, system } = process.cpuUsage(start);
  return { ...outcome, cpuMs: (user + system) / 1000 };
}

/** Garbage of earlier work may be collected meanwhile: the cheapest of some tries counts. */
async function leastCost(order: Order, tries = 4): Promise<Outcome & { cpuMs: number }> {
  const cost = await costOf(order);
  if (cost.cpuMs < maxCpuMs || tries === 1) return cost;
  const again = await leastCost(order, tries - 1);
  return again.cpuMs < cost.cpuMs ? again : cost;
}

const megabyte = 1_000_000;
/** Within the limit of most public routes: it is read whole, parsed and checked. */
const taken = 60_000;
const takenByLogin = 8_000;

type Target = { method: string; path: string };
const pathOf = (path: string) => path.replace(/:whatsappId/, String(connectionId)).replace(/:\w+/g, '1');
const targets: Array<Target & { policy: string }> = world.server.http.routes
  .map(({ endpoint: { method, path }, policy }) => ({ method, path: pathOf(path), policy }))
  .filter(({ method }) => method !== 'GET');
const open = [
  ...targets.filter(({ policy }) => ['public', 'signed', 'connection'].includes(policy)),
  { method: 'POST', path: '/there-is-no-such-call', policy: 'public' },
  { method: 'POST', path: '/socket.io/?EIO=4&transport=polling', policy: 'public' },
  { method: 'GET', path: '/plans/list', policy: 'public' },
];
const guarded = targets.filter((each) => !open.includes(each));

async function wrongsOf(to: Target, sizes: number[], bodies = hostileBodies, headers = {}) {
  const wrong: unknown[] = [];
  for (const bytes of sizes)
    for (const { name: body } of bodies) {
      const order = { method: to.method, url: world.server.url + to.path, body, bytes, headers };
      const { status, cpuMs, text } = await leastCost(order);
      if (cpuMs >= maxCpuMs || (status !== undefined && status >= 500)) wrong.push({ ...to, body, bytes, status, cpuMs, text });
    }
  return wrong;
}

describe('no body takes the event loop from others', () => {
  test('there are routes of every kind to try', () => {
    expect(new Set(open.map(({ policy }) => policy))).toEqual(new Set(['public', 'signed', 'connection']));
    expect(guarded.length).toBeGreaterThan(100);
  });

  test.each(open)('$method $path answers a megabyte of anything in under 50 ms of CPU', async (to) => {
    const headers = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
    expect(await wrongsOf(to, [megabyte, taken, takenByLogin], hostileBodies, headers)).toEqual([]);
  });

  test('every other route refuses a megabyte of whoever has no session without reading it', async () => {
    const zeros = hostileBodies.slice(0, 2);
    const wrong: unknown[] = [];
    for (const to of guarded) wrong.push(...(await wrongsOf(to, [megabyte], zeros)));
    expect(wrong).toEqual([]);
  });
});
