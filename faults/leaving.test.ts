import { afterEach, beforeEach, expect, test } from 'vitest';
import { peopleOf } from '../server/test/browser.ts';
import type { Environment, ServerNode } from './node.ts';
import { openSupervisor, type Supervisor } from './supervisor.ts';
import { until } from './waiting.ts';

let supervisor: Supervisor;
beforeEach(() => {
  supervisor = openSupervisor();
});
afterEach(() => supervisor.close());

async function running(environment: Environment): Promise<ServerNode> {
  const { url } = await supervisor.postgres();
  const node = await supervisor.node({ DATABASE_URL: url, ...environment });
  await node.start();
  return node;
}

test('asked to stop, a server says it is not ready and works on until its time of notice is over; asked again, it leaves', async () => {
  const notice = 300;
  const node = await running({ DRAIN_NOTICE_SECONDS: String(notice) });
  const leaving = node.stop();
  const answer = await until('the server says that it is not ready', async () => {
    const ready = await fetch(`${node.url}/health/ready`);
    return ready.status === 503 && ready.json();
  });
  expect(answer).toMatchObject({ status: 'unavailable', accepting: false, database: true });
  // New connections, calls that write, and people who log in.
  const admin = await peopleOf(node.url).company();
  expect(admin.user.profile).toBe('admin');

  const again = performance.now();
  await node.stop();
  expect(await leaving).toEqual({ code: 0, signal: null });
  expect(performance.now() - again).toBeLessThan((notice * 1000) / 2);
  await expect(fetch(`${node.url}/health/live`)).rejects.toThrow();
});

test('when its time of notice is over, it leaves by itself', async () => {
  const notice = 2;
  const node = await running({ DRAIN_NOTICE_SECONDS: String(notice) });
  const asked = performance.now();
  expect(await node.stop()).toEqual({ code: 0, signal: null });
  expect(performance.now() - asked).toBeGreaterThanOrEqual(notice * 1000);
});
