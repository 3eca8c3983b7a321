import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';

/** Processor time in milliseconds: of this process, and of PostgreSQL with every backend there is or was. */
export type ProcessorTime = { node: number; postgres: number };

const millisecondsPerTick = 10;

/** What Linux tells of a process; nothing of one that has ended meanwhile. */
function processOf(pid: number | string): { parent: number; own: number; ofEnded: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold spaces and brackets.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
    return { parent, own: user + system, ofEnded: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}

/** How much has been used so far. Only Linux tells it of PostgreSQL. */
export async function processorTime(client: Client): Promise<ProcessorTime> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { user, system } = process.cpuUsage();
  const postmaster = processOf(rows[0]?.pid ?? 0)?.parent;
  return { node: (user + system) / 1000, postgres: postmaster === undefined ? Number.NaN : familyTicks(postmaster) * millisecondsPerTick };
}

function familyTicks(parent: number): number {
  const main = processOf(parent);
  const children = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (processOf(name) ?? []) : []));
  const running = children.reduce((sum, child) => (child.parent === parent ? sum + child.own : sum), 0);
  return running + (main?.own ?? 0) + (main?.ofEnded ?? 0);
}
