import { sessionApi } from '@prosa/contracts/session';
import { sql } from '../src/platform/database/database.ts';
import { acrossCompanies } from '../src/platform/database/scope.ts';
import type { Client } from './browser.ts';
import type { World } from './world.ts';

export const minute = 60_000;
export const day = 24 * 60 * minute;
export const me = (person: Client) => person.send(sessionApi.me, {});

/** What tests of sessions do to companies and browsers. */
export function sessionsIn(world: World) {
  const { platform } = world.server;
  return {
    setDueDate: (companyId: number, dueDate: string | null) =>
      acrossCompanies(platform, (tx) => tx.execute(sql`update companies set due_date = ${dueDate} where id = ${companyId}`)),
    /** The day in São Paulo, so many days from now. */
    dayFromNow: (days: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(world.clock().getTime() + days * day)),
    /** A second browser that holds the same cookie and token: another tab, or a thief. */
    copyOf(person: Client): Client {
      const copy = world.client();
      copy.token = person.token;
      copy.cookie = person.cookie;
      return copy;
    },
  };
}
