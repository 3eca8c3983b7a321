import { Webhook, WebhookDelivery } from '@prosa/contracts/webhooks';
import { sql } from '../../platform/database/database.ts';
import { PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';

/** Encryption context: a secret copied to another company can not be decrypted. */
export const secretContext = (companyId: number): string => `webhooks.secret:${companyId}`;

const columns = sql`w.id, w.name, w.url, w.events, w.active, iso(w.failing_since) as "failingSince",
  iso(w.disabled_at) as "disabledAt", iso(w.created_at) as "createdAt", iso(w.updated_at) as "updatedAt"`;

const pageFrom = (pageNumber: number) => sql`limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`;

export async function listWebhooks({ tx }: Scope, pageNumber: number) {
  const rows = await rowsOf(
    tx,
    Webhook,
    sql`
      select ${columns}
      from webhooks w
      where w.company_id = current_company()
      order by w.id
      ${pageFrom(pageNumber)}`,
  );
  const { items, hasMore } = pageOf(rows);
  return { webhooks: items, count: await countWebhooks({ tx }), hasMore };
}

export async function countWebhooks({ tx }: Pick<Scope, 'tx'>): Promise<number> {
  const [counted] = await rowsOf(tx, CountRow, sql`select count(*)::int as count from webhooks where company_id = current_company()`);
  return counted?.count ?? 0;
}

export async function findWebhook({ tx }: Scope, id: number): Promise<Webhook> {
  const [webhook] = await rowsOf(
    tx,
    Webhook,
    sql`select ${columns} from webhooks w where w.company_id = current_company() and w.id = ${id}`,
  );
  return webhook ?? refuse('ERR_NO_WEBHOOK_FOUND');
}

const deliveryColumns = sql`d.id, d.webhook_id as "webhookId", d.delivery, d.event, d.state, d.attempts, d.status, d.error, d.milliseconds,
  iso(d.created_at) as "createdAt", iso(d.last_at) as "lastAt",
  case when d.state = 'waiting' and d.next_at > '-infinity' then iso(d.next_at) end as "nextAt"`;

/** Counting stops here; a longer log reports this number. */
const maxCounted = 10_000;

export async function listDeliveries(scope: Scope, webhookId: number, pageNumber: number) {
  const { tx } = scope;
  await findWebhook(scope, webhookId);
  const rows = await rowsOf(
    tx,
    WebhookDelivery,
    sql`
      select ${deliveryColumns}
      from webhook_deliveries d
      where d.company_id = current_company() and d.webhook_id = ${webhookId}
      order by d.id desc
      ${pageFrom(pageNumber)}`,
  );
  const counted = await rowsOf(
    tx,
    CountRow,
    sql`
      select count(*)::int as count
      from (
        select
        from webhook_deliveries
        where company_id = current_company() and webhook_id = ${webhookId}
        limit ${maxCounted}) as d`,
  );
  const { items, hasMore } = pageOf(rows);
  return { records: items, count: counted[0]?.count ?? 0, hasMore };
}

export async function findDelivery({ tx }: Scope, id: number): Promise<WebhookDelivery> {
  const [delivery] = await rowsOf(
    tx,
    WebhookDelivery,
    sql`select ${deliveryColumns} from webhook_deliveries d where d.company_id = current_company() and d.id = ${id}`,
  );
  return delivery ?? refuse('ERR_NO_WEBHOOKDELIVERY_FOUND');
}
