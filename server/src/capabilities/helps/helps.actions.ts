import { type Help, type HelpInput, type HelpUpdate, helpLive } from '@prosa/contracts/helps';
import type { z } from 'zod';
import { changedFields, recordAudit } from '../../platform/database/audit.ts';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import { refuse } from '../../platform/errors.ts';
import type { ForAll } from '../../platform/live/mount-for-all.ts';
import { findHelp } from './helps.queries.ts';

const fieldsOf = ({ title, description, video }: Help) => ({ title, description, video });

export async function createHelp(work: ForAll, { title, description, video }: z.output<typeof HelpInput>) {
  const [row] = await rowsOf(
    work.tx,
    IdRow,
    sql`
      insert into helps (title, description, video, created_at, updated_at)
      values (${title}, ${description}, ${video}, ${work.now.toISOString()}, ${work.now.toISOString()})
      returning id`,
  );
  return tell(work, 'create', row?.id);
}

export async function updateHelp(work: ForAll, id: number, { title, description, video }: z.output<typeof HelpUpdate>) {
  const before = await findHelp(work.tx, id);
  const [row] = await rowsOf(
    work.tx,
    IdRow,
    sql`
      update helps
      set title = coalesce(${title ?? null}, title), description = coalesce(${description ?? null}, description),
        video = coalesce(${video ?? null}, video), updated_at = ${work.now.toISOString()}
      where id = ${id}
      returning id`,
  );
  return tell(work, 'update', row?.id, before);
}

export async function removeHelp(work: ForAll, id: number): Promise<void> {
  const { tx, emit } = work;
  const before = await findHelp(tx, id);
  const removed = await rowsOf(tx, IdRow, sql`delete from helps where id = ${id} returning id`);
  if (removed.length === 0) refuse('ERR_NO_HELP_FOUND');
  await recordAudit(work, { action: 'helps.delete', object: `help ${id}`, before: before && fieldsOf(before) });
  emit(helpLive, { action: 'delete', id });
}

async function tell(work: ForAll, action: 'create' | 'update', id: number | undefined, before?: Help) {
  const { tx, emit } = work;
  const record = (id !== undefined && (await findHelp(tx, id))) || refuse('ERR_NO_HELP_FOUND');
  const changes = before ? changedFields(fieldsOf(before), fieldsOf(record)) : { after: fieldsOf(record) };
  await recordAudit(work, { action: `helps.${action}`, object: `help ${record.id}`, ...changes });
  emit(helpLive, { action, record });
  return record;
}
