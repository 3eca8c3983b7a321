import { randomUUID } from 'node:crypto';
import type { DeliveryError } from '@prosa/contracts/webhooks';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { forgetting } from '../../platform/database/forgetting.ts';
import { rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { raiseWebhookAlarm } from '../alarms/alarms.actions.ts';
import { announceWebhook } from './webhooks.actions.ts';
import { secretContext } from './webhooks.queries.ts';
import { isGivenUp, isOutage, nextAttempt, pauseUntil } from './webhooks.rules.ts';

const WorkRow = z.object({ companyId: z.int(), webhookId: z.int(), hasUnseen: z.boolean(), isDue: z.boolean() });
const ClaimedRow = z.object({ url: z.string(), secret: z.string(), failingSince: z.string().nullable() });
const WaitingRow = z.object({
  id: z.int(),
  delivery: z.string(),
  event: z.string(),
  about: z.string(),
  body: z.string(),
  firstAt: z.string().nullable(),
});
const FailingRow = z.object({ failingSince: z.string().nullable() });

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

export type ClaimedWebhook = { companyId: number; webhookId: number; lease: string; url: string; secret: string; isFailing: boolean };
export type Waiting = z.output<typeof WaitingRow>;
/** `status` is null where nobody answered. */
export type Outcome = {
  id: number;
  firstAt: string | null;
  ok: boolean;
  status: number | null;
  error: DeliveryError | null;
  milliseconds: number;
};

/** Of every company: whose webhooks have events to see, and which have something to send. */
export function findWork(platform: Platform): Promise<Array<z.output<typeof WorkRow>>> {
  return acrossCompanies(platform, (_tx, query) =>
    rowsFrom(
      query,
      WorkRow,
      `
        select w.company_id as "companyId", w.id as "webhookId", w.seen_seq < c.event_seq as "hasUnseen",
          w.next_at <= $1
            and w.leased_until < clock_timestamp()
            and exists (
              select from webhook_deliveries d
              where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= $1) as "isDue"
        from webhooks w
        join company_counters c on c.company_id = w.company_id
        where w.active`,
      [platform.clock()],
    ),
  );
}

/** Whatever becomes of this process, another may send for it when the lease has run out. */
export function claimWebhook(
  platform: Platform,
  companyId: number,
  webhookId: number,
  leaseSeconds: number,
): Promise<ClaimedWebhook | undefined> {
  const lease = randomUUID();
  return inScope(platform, { companyId }, async ({ tx, now }) => {
    const [row] = await rowsOf(
      tx,
      ClaimedRow,
      sql`
      update webhooks
      set lease = ${lease}, leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where company_id = current_company()
        and id = ${webhookId}
        and active
        and next_at <= ${now.toISOString()}
        and leased_until < clock_timestamp()
      returning url, secret_sealed as secret, iso(failing_since) as "failingSince"`,
    );
    if (!row) return undefined;
    const secret = platform.secrets.open(row.secret, secretContext(companyId));
    return { companyId, webhookId, lease, url: row.url, secret, isFailing: row.failingSince !== null };
  });
}

const held = ({ webhookId, lease }: ClaimedWebhook) => sql`company_id = current_company() and id = ${webhookId} and lease = ${lease}`;

export async function renewWebhook(platform: Platform, claimed: ClaimedWebhook, leaseSeconds: number): Promise<void> {
  await inScope(platform, claimed, ({ tx }) =>
    tx.execute(sql`
      update webhooks
      set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where ${held(claimed)}`),
  );
}

export async function releaseWebhook(platform: Platform, claimed: ClaimedWebhook): Promise<void> {
  await inScope(platform, claimed, ({ tx }) =>
    tx.execute(sql`update webhooks set lease = null, leased_until = '-infinity' where ${held(claimed)}`),
  );
}

/** The oldest that are due. One waits as long as another of the same ticket or contact waits that is older and not due. */
export function readWaiting(platform: Platform, { companyId, webhookId }: ClaimedWebhook, limit: number): Promise<Waiting[]> {
  return inScope(platform, { companyId }, ({ tx, now }) =>
    rowsOf(
      tx,
      WaitingRow,
      sql`
      select d.id, d.delivery, d.event, d.about, d.body, iso(d.first_at) as "firstAt"
      from webhook_deliveries d
      where d.company_id = current_company()
        and d.webhook_id = ${webhookId}
        and d.state = 'waiting'
        and d.next_at <= ${now.toISOString()}
        and not exists (
          select from webhook_deliveries o
          where o.company_id = current_company()
            and o.webhook_id = ${webhookId}
            and o.about = d.about
            and o.state = 'waiting'
            and o.id < d.id
            and o.next_at > ${now.toISOString()})
      order by d.id
      limit ${limit}`,
    ),
  );
}

/** Notes what became of them. Whether this process may go on sending for the webhook. */
export function recordOutcomes(platform: Platform, claimed: ClaimedWebhook, outcomes: Outcome[]): Promise<boolean> {
  return inScope(platform, claimed, async (scope) => {
    const [before] = await rowsOf(
      scope.tx,
      FailingRow,
      sql`select iso(failing_since) as "failingSince" from webhooks where ${held(claimed)} and active for no key update`,
    );
    await noteAttempts(scope, claimed, outcomes);
    if (!before || outcomes.length === 0) return false;
    if (outcomes.some(({ ok }) => ok)) {
      if (before.failingSince) await noteRecovery(scope, claimed);
      return true;
    }
    await noteFailure(scope, claimed, before.failingSince, outcomes);
    return false;
  });
}

async function noteAttempts({ tx, now }: Scope, { webhookId }: ClaimedWebhook, outcomes: Outcome[]): Promise<void> {
  const noted = outcomes.map(({ id, firstAt, ok, ...rest }) => {
    const next = ok ? undefined : nextAttempt(dateOf(firstAt), now);
    return { id, state: ok ? 'delivered' : next ? 'waiting' : 'failed', nextAt: (next ?? now).toISOString(), ...rest };
  });
  await tx.execute(sql`
    update webhook_deliveries d
    set state = o.state, attempts = d.attempts + 1, first_at = coalesce(d.first_at, ${now.toISOString()}),
      last_at = ${now.toISOString()}, next_at = o."nextAt", status = o.status, error = o.error, milliseconds = o.milliseconds
    from json_to_recordset(${JSON.stringify(noted)}) as o(id bigint, state text, "nextAt" timestamptz, status int, error text,
      milliseconds int)
    where d.company_id = current_company() and d.webhook_id = ${webhookId} and d.id = o.id and d.state = 'waiting'`);
}

/** What waited for the receiver to come back goes out at once. */
async function noteRecovery(scope: Scope, { webhookId }: ClaimedWebhook): Promise<void> {
  const { tx, now } = scope;
  await tx.execute(sql`
    update webhooks
    set failing_since = null, next_at = '-infinity'
    where company_id = current_company() and id = ${webhookId}`);
  await tx.execute(sql`
    update webhook_deliveries
    set next_at = ${now.toISOString()}
    where company_id = current_company()
      and webhook_id = ${webhookId}
      and state = 'waiting'
      and next_at > ${now.toISOString()}
      and (status is null or status = 429 or status >= 500)`);
  await announceWebhook(scope, webhookId);
}

async function noteFailure(scope: Scope, claimed: ClaimedWebhook, failing: string | null, outcomes: Outcome[]): Promise<void> {
  const { tx, now } = scope;
  const { webhookId } = claimed;
  const failingSince = dateOf(failing);
  const isOver = isGivenUp(failingSince, now);
  // One delivery that is refused leaves the way free for the others.
  const next = outcomes.some(({ status }) => isOutage(status)) ? pauseUntil(failingSince, now).toISOString() : '-infinity';
  await tx.execute(sql`
    update webhooks
    set failing_since = ${(failingSince ?? now).toISOString()}, next_at = ${next}, active = ${!isOver},
      disabled_at = ${isOver ? now.toISOString() : null}, lease = null, leased_until = '-infinity'
    where ${held(claimed)}`);
  if (isOver) await raiseWebhookAlarm(scope, webhookId);
  if (isOver || !failingSince) await announceWebhook(scope, webhookId);
}

const keptDays = 14;

/** Two weeks after it happened, whatever became of it: what a webhook that is switched off has not sent by then is of no use any more. */
export const forgetDeliveries = forgetting(
  'delete from webhook_deliveries',
  'created_at',
  `created_at < now() - make_interval(days => ${keptDays})`,
);
