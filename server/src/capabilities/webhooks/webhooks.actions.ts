import { randomBytes } from 'node:crypto';
import {
  maxWebhooks,
  type Webhook,
  type WebhookDelivery,
  type WebhookInput,
  type WebhookUpdate,
  webhookLive,
} from '@prosa/contracts/webhooks';
import type { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { rooms } from '../../platform/live/rooms.ts';
import { clearWebhookAlarm } from '../alarms/alarms.actions.ts';
import { countWebhooks, findDelivery, findWebhook, secretContext } from './webhooks.queries.ts';

/** Woken when there may be something to send. */
export const webhooksTopic = 'webhooks';

const whoManages = { rooms: [rooms.can('webhooks:manage')] };
const sealed = ({ platform, companyId }: Scope, secret: string) => platform.secrets.seal(secret, secretContext(companyId));
/** The newest event of now: what happened before is not told. */
const newestSeq = sql`(select event_seq from company_counters where company_id = current_company())`;

/** What was new before anybody asked to be told. To be called before one is switched on: with another that is, all are still to be told. */
async function forgetNewTickets({ tx }: Scope): Promise<void> {
  await tx.execute(sql`
    delete from webhook_new_tickets
    where company_id = current_company()
      and not exists (select from webhooks where company_id = current_company() and active)`);
}

const lockSpace = 7_767_684;

/** One at a time in a company, so that two who add one at once do not both take the last place. */
async function makeRoom(scope: Scope): Promise<void> {
  await scope.tx.execute(sql`select pg_advisory_xact_lock(${lockSpace}, ${scope.companyId})`);
  if ((await countWebhooks(scope)) >= maxWebhooks) refuse('ERR_TOO_MANY_WEBHOOKS');
}

/** Refuses an address whose text says already that no call can reach it. */
type CheckUrl = (url: string) => void;

export async function createWebhook(scope: Scope, given: z.output<typeof WebhookInput>, checkUrl: CheckUrl) {
  const { name, url, events, secret, active } = given;
  checkUrl(url);
  await makeRoom(scope);
  if (active) await forgetNewTickets(scope);
  const used = secret || `whsec_${randomBytes(24).toString('base64url')}`;
  const [made] = await rowsOf(
    scope.tx,
    IdRow,
    sql`
      insert into webhooks (name, url, events, secret_sealed, active, seen_seq)
      values (${name}, ${url}, ${sql.param(events)}::text[], ${sealed(scope, used)}, ${active}, ${newestSeq})
      returning id`,
  );
  scope.wake(webhooksTopic);
  const webhook = await announce(scope, made?.id ?? refuse('ERR_NO_WEBHOOK_FOUND'), 'create');
  return { ...webhook, secret: used };
}

/** What happens while it is switched off is not told later; what was waiting by then is. */
export async function updateWebhook(scope: Scope, id: number, given: z.output<typeof WebhookUpdate>, checkUrl: CheckUrl): Promise<Webhook> {
  const before = await findWebhook(scope, id);
  const { name = before.name, url = before.url, events = before.events, active = before.active, secret } = given;
  // One that was saved before addresses were checked can still be renamed or switched off.
  if (url !== before.url) checkUrl(url);
  const isSwitchedOn = active && !before.active;
  if (isSwitchedOn) await forgetNewTickets(scope);
  await scope.tx.execute(sql`
    update webhooks
    set name = ${name}, url = ${url}, events = ${sql.param(events)}::text[], active = ${active}, updated_at = ${scope.now.toISOString()},
      secret_sealed = ${secret ? sql`${sealed(scope, secret)}` : sql`secret_sealed`}
    where company_id = current_company() and id = ${id}`);
  if (isSwitchedOn)
    await scope.tx.execute(sql`
      update webhooks
      set seen_seq = ${newestSeq}, failing_since = null, disabled_at = null, next_at = '-infinity'
      where company_id = current_company() and id = ${id}`);
  else if (url !== before.url)
    await scope.tx.execute(sql`update webhooks set next_at = '-infinity' where company_id = current_company() and id = ${id}`);
  if (isSwitchedOn) await clearWebhookAlarm(scope, id);
  scope.wake(webhooksTopic);
  return announce(scope, id, 'update');
}

export async function removeWebhook(scope: Scope, id: number): Promise<void> {
  await findWebhook(scope, id);
  await scope.tx.execute(sql`delete from webhooks where company_id = current_company() and id = ${id}`);
  await clearWebhookAlarm(scope, id);
  scope.emit(webhookLive, { action: 'delete', webhookId: id }, whoManages);
}

/** As if it had never been tried; what it says is what it said. */
export async function replayDelivery(scope: Scope, id: number): Promise<WebhookDelivery> {
  const { webhookId } = await findDelivery(scope, id);
  const { active } = await findWebhook(scope, webhookId);
  if (!active) refuse('ERR_WEBHOOK_INACTIVE');
  await scope.tx.execute(sql`
    update webhook_deliveries
    set state = 'waiting', next_at = '-infinity', first_at = null
    where company_id = current_company() and id = ${id}`);
  await scope.tx.execute(sql`update webhooks set next_at = '-infinity' where company_id = current_company() and id = ${webhookId}`);
  scope.wake(webhooksTopic);
  return findDelivery(scope, id);
}

async function announce(scope: Scope, id: number, action: 'create' | 'update'): Promise<Webhook> {
  const webhook = await findWebhook(scope, id);
  scope.emit(webhookLive, { action, webhook }, whoManages);
  return webhook;
}

export const announceWebhook = (scope: Scope, id: number): Promise<Webhook> => announce(scope, id, 'update');
