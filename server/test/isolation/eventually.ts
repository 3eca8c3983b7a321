import { setTimeout as sleep } from 'node:timers/promises';

export const patience = 20_000;

export async function eventually(holds: () => boolean | Promise<boolean>, milliseconds = patience): Promise<boolean> {
  for (const until = Date.now() + milliseconds; Date.now() < until; await sleep(20)) if (await holds()) return true;
  return false;
}
