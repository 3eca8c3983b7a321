import { createHash } from 'node:crypto';
import type { LinkPreview, Message } from '@prosa/contracts/messages';
import { z } from 'zod';
import { sql } from '../../../platform/database/database.ts';
import { rowsOf } from '../../../platform/database/rows.ts';
import type { Scope } from '../../../platform/database/scope.ts';
import { jobsTopic } from '../../../platform/jobs/jobs.ts';
import { findSettings } from '../../settings/settings.queries.ts';
import { announceUpdates } from '../message-arrival.actions.ts';
import { MessageWithTicket, messageWithTicketColumns, messageWithTicketJoins } from '../messages.queries.ts';
import { firstLink, type Link } from './links.rules.ts';
import type { PageWords } from './page.rules.ts';

export const linkPreviewJob = { name: 'messages.link-preview', data: z.object({ messageId: z.int(), tries: z.int().default(0) }) };
type Asked = z.output<typeof linkPreviewJob.data>;

const BodyRow = z.object({ body: z.string() });
const PreviewRow = z.object({ state: z.enum(['asked', 'found', 'none']), title: z.string(), description: z.string(), site: z.string() });
const ClaimedRow = z.object({ claimed: z.boolean() });

/** What people write; what the product sends by itself, and campaigns to thousands, is read by nobody here. */
const writtenByPeople = new Set(['agent', 'phone', 'customer']);
/** More than people write: a customer who sends addresses by the hundred does not make us their errand boy. */
const mostPerMinute = 60;
/** Somebody else asks for the same address: looked at again a moment later, so often. */
const mostTries = 3;
const lookedAgainAfter = 10_000;

const isWanted = async (scope: Scope) => (await findSettings(scope, 'linkPreview')).linkPreview === 'enabled';

type Linking = Pick<Message, 'id' | 'body' | 'mediaType' | 'origin' | 'data'>;

/** Looks for previews of what these messages link to, after the commit and where the company wants it. */
export async function askForPreviews(scope: Scope, messages: Linking[]): Promise<void> {
  const linking = messages.filter(
    ({ body, mediaType, origin, data }) =>
      mediaType === null && writtenByPeople.has(origin) && !data?.preview && firstLink(body) !== undefined,
  );
  if (linking.length === 0 || !(await isWanted(scope))) return;
  await queuePreviews(
    scope,
    linking.map(({ id }) => id),
  );
}

async function queuePreviews(scope: Scope, messageIds: number[], tries = 0, runAt = scope.now): Promise<void> {
  await scope.tx.execute(sql`
    select enqueue_job(${linkPreviewJob.name}, json_build_object('messageId', asked.id, 'tries', ${tries}::int),
      ${runAt.toISOString()}, concat_ws(':', current_company(), ${linkPreviewJob.name}::text, asked.id))
    from unnest(${sql.param(messageIds)}::bigint[]) asked(id)`);
  scope.wake(jobsTopic);
}

/** The link to be fetched now. Nothing where it is no longer wanted, or was fetched today: then what is known of it is shown. */
export async function beginPreview(scope: Scope, asked: Asked): Promise<Link | undefined> {
  const link = (await isWanted(scope)) ? await linkOf(scope, asked.messageId) : undefined;
  if (!link) return undefined;
  const now = scope.now.toISOString();
  const claimed = await rowsOf(
    scope.tx,
    ClaimedRow,
    sql`
      insert into link_previews as p (address, asked_at, state)
      select ${addressKey(link)}, ${now}, 'asked'
      where (
        select count(*)
        from link_previews l
        where l.company_id = current_company() and l.asked_at > ${now}::timestamptz - interval '1 minute') < ${mostPerMinute}
      on conflict (company_id, address)
      do update set asked_at = excluded.asked_at, state = 'asked', title = '', description = '', site = ''
      where p.asked_at < excluded.asked_at - interval '1 day'
        or (p.state = 'asked' and p.asked_at < excluded.asked_at - interval '1 minute')
      returning true as claimed`,
  );
  if (claimed.length > 0) return link;
  await useKnown(scope, asked, link);
  return undefined;
}

async function useKnown(scope: Scope, asked: Asked, link: Link): Promise<void> {
  const [known] = await rowsOf(
    scope.tx,
    PreviewRow,
    sql`
      select p.state, p.title, p.description, p.site
      from link_previews p
      where p.company_id = current_company() and p.address = ${addressKey(link)}`,
  );
  if (known?.state === 'found') await showPreview(scope, asked.messageId, link, known);
  if (known?.state === 'asked' && asked.tries < mostTries)
    await queuePreviews(scope, [asked.messageId], asked.tries + 1, new Date(scope.now.getTime() + lookedAgainAfter));
}

/** What was found is kept for the day and shown with the message; that nothing was is kept too. */
export async function finishPreview(scope: Scope, messageId: number, link: Link, page: PageWords | undefined): Promise<void> {
  await scope.tx.execute(sql`
    update link_previews p
    set state = ${page ? 'found' : 'none'}, title = ${page?.title ?? ''}, description = ${page?.description ?? ''},
      site = ${page?.site ?? ''}
    where p.company_id = current_company() and p.address = ${addressKey(link)}`);
  await scope.tx.execute(sql`
    delete from link_previews p
    where p.company_id = current_company() and p.asked_at < ${scope.now.toISOString()}::timestamptz - interval '2 days'`);
  if (page) await showPreview(scope, messageId, link, page);
}

async function showPreview(scope: Scope, messageId: number, { link, url }: Link, { title, description, site }: PageWords): Promise<void> {
  const preview: LinkPreview = { link, url, title, description, site: site || new URL(url).hostname.replace(/^www\./, '') };
  const rows = await rowsOf(
    scope.tx,
    MessageWithTicket,
    sql`
      with changed as (
        update messages m
        set data = coalesce(m.data, '{}'::jsonb) || jsonb_build_object('preview', ${JSON.stringify(preview)}::jsonb)
        where m.company_id = current_company()
          and m.id = ${messageId}
          and not m.is_deleted
          and strpos(m.body, ${link}) > 0
        returning m.*)
      select ${messageWithTicketColumns} from changed m ${messageWithTicketJoins}`,
  );
  announceUpdates(scope, rows);
}

async function linkOf(scope: Scope, messageId: number): Promise<Link | undefined> {
  const [row] = await rowsOf(
    scope.tx,
    BodyRow,
    sql`
      select m.body
      from messages m
      where m.company_id = current_company()
        and m.id = ${messageId}
        and not m.is_deleted
        and m.media_type is null
        and not coalesce(m.data ? 'preview', false)`,
  );
  return row && firstLink(row.body);
}

const addressKey = ({ address }: Link) => createHash('sha256').update(address).digest('hex');
