import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { ErasedContact, type ErasureStep } from '../../platform/database/erasure.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';

const FoundRow = ErasedContact.omit({ numbers: true, requestedAt: true }).extend({ number: z.string() });
const ErasureRow = z.object({
  person: z.string().nullable(),
  step: z.string(),
  cursor: z.int(),
  mediaIds: z.array(z.int()),
});
const personContext = ({ companyId }: Scope) => `erasures.person_sealed:${companyId}`;

/** A Brazilian mobile number with and without the ninth digit; any other number alone. */
export function spellingsOf(number: string): string[] {
  if (number === '') return [];
  const short = number.replace(/^55(\d\d)9([6-9]\d{7})$/, '55$1$2');
  const long = short.replace(/^55(\d\d)([6-9]\d{7})$/, '55$19$2');
  return [...new Set([number, short, long])];
}

/** Notes whose data the job has to look for, while the contact and its messages are still there. Returns the id of the erasure. */
export async function beginErasure(scope: Scope, contactId: number): Promise<number> {
  const [found] = await rowsOf(scope.tx, FoundRow, findPerson(contactId));
  if (!found) throw new Error('there is no contact to erase');
  const { number, addresses, ...rest } = found;
  const numbers = [...new Set([number, ...addresses.filter((each) => /^\d{8,}$/.test(each))].flatMap(spellingsOf))];
  // Some rows carry the time of the database, others that of this process.
  const requestedAt = new Date(Math.max(scope.now.getTime(), Date.now())).toISOString();
  const person: ErasedContact = { ...rest, numbers, addresses: [...new Set([...addresses, ...numbers])], requestedAt };
  const sealed = scope.platform.secrets.seal(JSON.stringify(person), personContext(scope));
  const [made] = await rowsOf(
    scope.tx,
    IdRow,
    sql`
      insert into erasures (contact_id, user_id, person_sealed, media_ids, requested_at)
      values (${contactId}, ${scope.actor.userId ?? null}, ${sealed}, ${mediaOf(contactId, numbers)}, ${scope.now.toISOString()})
      returning id`,
  );
  if (!made) throw new Error('no erasure was begun');
  return made.id;
}

const findPerson = (contactId: number) => sql`
  with merged as materialized (
    select m.privacy_id, m.parted
    from contact_merges m
    where m.company_id = current_company() and m.contact_id = ${contactId} and m.undone_at is null)
  select c.number, c.email,
    array(select c.id union select (m.parted->>'id')::int from merged m) as "contactIds",
    array(select c.name union select m.parted->>'name' from merged m where m.parted->>'name' <> '') as names,
    array(select c.uuid::text union select m.parted->>'uuid' from merged m) as uuids,
    array(select t.id from tickets t where t.company_id = current_company() and t.contact_id = c.id) as "ticketIds",
    array(
      select a.address
      from (
        select i.address
        from contact_identities i
        where i.company_id = current_company() and i.contact_id = c.id
        union
        select unnest(array[m.privacy_id, m.parted->>'number', m.parted->>'privacy_id'])
        from merged m
        union
        select c.privacy_id) a
      where a.address <> '') as addresses,
    (select k.event_seq from company_counters k where k.company_id = current_company()) as "lastSeq"
  from contacts c
  where c.company_id = current_company() and c.id = ${contactId}`;

/** Files of the contact's messages, picture and schedules, and of the simulated phone. */
const mediaOf = (contactId: number, numbers: string[]) => sql`
  array(
    select m.media_id from messages m
    where m.company_id = current_company() and m.contact_id = ${contactId} and m.media_id is not null
    union
    select p.media_id from contact_pictures p
    where p.company_id = current_company() and p.contact_id = ${contactId} and p.media_id is not null
    union
    select s.media_id from schedules s
    where s.company_id = current_company() and s.contact_id = ${contactId} and s.media_id is not null
    union
    select f.media_id from simulator_messages f
    where f.company_id = current_company() and f.number = any(${sql.param(numbers)}::text[]) and f.media_id is not null)`;

export type ErasureWork = 'steps' | 'done' | { mediaIds: number[] };

/** Runs the next batch and stores how far it got, in one transaction. Returns what is left to do. */
export async function eraseBatch(scope: Scope, erasureId: number, steps: ErasureStep[]): Promise<ErasureWork> {
  const erasure = await lockErasure(scope, erasureId);
  if (!erasure || erasure.person === null) return 'done';
  const index = indexOfStep(steps, erasure.step);
  const step = steps[index];
  if (!step) return { mediaIds: erasure.mediaIds };
  const person = ErasedContact.parse(JSON.parse(scope.platform.secrets.open(erasure.person, personContext(scope))));
  const cursor = nameOfStep(steps, index) === erasure.step ? erasure.cursor : 0;
  const { count, next } = await step.erase(scope, person, cursor);
  const following = next === null ? nameOfStep(steps, index + 1) : nameOfStep(steps, index);
  await noteProgress(scope, erasureId, { step: following, cursor: next ?? 0, table: step.table, count });
  return 'steps';
}

/** After an upgrade that changed the list of steps, the erasure starts over: every step may run again. */
function indexOfStep(steps: ErasureStep[], stored: string): number {
  const index = Number(stored.split(' ')[0]);
  return nameOfStep(steps, index) === stored ? index : 0;
}

const nameOfStep = (steps: ErasureStep[], index: number): string => `${index} ${steps[index]?.table ?? `of ${steps.length}`}`;

async function lockErasure({ tx }: Scope, id: number) {
  const [row] = await rowsOf(
    tx,
    ErasureRow,
    sql`
      select person_sealed as person, step, cursor_at as cursor, media_ids as "mediaIds"
      from erasures
      where company_id = current_company() and id = ${id}
      for update`,
  );
  return row;
}

type Progress = { step: string; cursor: number; table: string; count: number };

async function noteProgress({ tx }: Scope, id: number, { step, cursor, table, count }: Progress): Promise<void> {
  await tx.execute(sql`
    update erasures
    set step = ${step}, cursor_at = ${cursor},
      counts = case
        when ${count}::int = 0 then counts
        else counts || jsonb_build_object(${table}::text, coalesce((counts->>${table}::text)::int, 0) + ${count}::int)
      end
    where company_id = current_company() and id = ${id}`);
}

/** These files are gone. */
export async function noteErasedFiles({ tx }: Scope, id: number, mediaIds: number[], count: number): Promise<void> {
  await tx.execute(sql`
    update erasures
    set media_ids = array(select unnest(media_ids) except select unnest(${sql.param(mediaIds)}::bigint[])),
      counts = counts || jsonb_build_object('media', coalesce((counts->>'media')::int, 0) + ${count}::int)
    where company_id = current_company() and id = ${id}`);
}

/** Removes everything from the row that identifies the contact, except the former id. */
export async function finishErasure({ tx, now }: Scope, id: number): Promise<void> {
  await tx.execute(sql`
    update erasures
    set person_sealed = null, finished_at = ${now.toISOString()}
    where company_id = current_company() and id = ${id} and finished_at is null and media_ids = '{}'`);
}
