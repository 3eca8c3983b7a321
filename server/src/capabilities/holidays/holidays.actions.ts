import { type HolidayInput, type HolidayUpdate, holidayLive } from '@prosa/contracts/holidays';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { violatedConstraint } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { rooms } from '../../platform/live/rooms.ts';
import { holidays } from './holidays.table.ts';

const whoManages = { rooms: [rooms.can('settings:manage')] };

export async function createHoliday(scope: Scope, { date, name }: z.output<typeof HolidayInput>) {
  const [record] = await scope.tx.insert(holidays).values({ date, name }).returning().catch(refuseDuplicate);
  if (!record) throw new Error('no holiday was created');
  scope.emit(holidayLive, { action: 'create', record }, whoManages);
  return record;
}

export async function updateHoliday(scope: Scope, id: number, { date, name }: z.output<typeof HolidayUpdate>) {
  const [record] = await scope.tx
    .update(holidays)
    .set({ ...(date !== undefined && { date }), ...(name !== undefined && { name }), updatedAt: scope.now })
    .where(eq(holidays.id, id))
    .returning()
    .catch(refuseDuplicate);
  if (!record) refuse('ERR_NO_HOLIDAY_FOUND');
  scope.emit(holidayLive, { action: 'update', record }, whoManages);
  return record;
}

export async function removeHoliday(scope: Scope, id: number): Promise<void> {
  const removed = await scope.tx.delete(holidays).where(eq(holidays.id, id)).returning({ id: holidays.id });
  if (removed.length === 0) refuse('ERR_NO_HOLIDAY_FOUND');
  scope.emit(holidayLive, { action: 'delete', id }, whoManages);
}

function refuseDuplicate(error: unknown): never {
  if (violatedConstraint(error) === 'holidays_date') refuse('ERR_HOLIDAY_ALREADY_EXISTS');
  throw error;
}
