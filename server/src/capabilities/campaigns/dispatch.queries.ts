import { Campaign, campaignHolds } from '@prosa/contracts/campaigns';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';

const texts = {
  message1: true,
  message2: true,
  message3: true,
  message4: true,
  message5: true,
  confirmationMessage1: true,
  confirmationMessage2: true,
  confirmationMessage3: true,
  confirmationMessage4: true,
  confirmationMessage5: true,
} as const;

/** A campaign as whoever serves it sees it. Times are what is left by the database's clock. */
const RunningRow = Campaign.pick({ id: true, name: true, status: true, confirmation: true, ...texts }).extend({
  connectionId: z.int().nullable(),
  listId: z.int().nullable(),
  takenListId: z.int().nullable(),
  mediaId: z.int().nullable(),
  waiting: z.int(),
  awaiting: z.int(),
  tried: z.int(),
  triedFailed: z.int(),
  sends: z.int(),
  inFlight: z.int().nullable(),
  isQuestion: z.boolean(),
  hold: z.enum(campaignHolds).nullable(),
  untold: z.boolean(),
  toldMillisecondsAgo: z.number(),
  startsInMilliseconds: z.number(),
  nextInMilliseconds: z.number(),
  answerInMilliseconds: z.number().nullable(),
  stands: z.boolean(),
  isConnected: z.boolean(),
});
export type Running = z.output<typeof RunningRow>;

const untilNow = (time: SQL) => sql`coalesce(extract(epoch from ${time} - clock_timestamp()) * 1000, 0)::float8`;

const runningColumns = sql`c.id, c.name, c.status, c.confirmation, c.message1, c.message2, c.message3, c.message4, c.message5,
  c.confirmation_message1 as "confirmationMessage1", c.confirmation_message2 as "confirmationMessage2",
  c.confirmation_message3 as "confirmationMessage3", c.confirmation_message4 as "confirmationMessage4",
  c.confirmation_message5 as "confirmationMessage5", c.connection_id as "connectionId", c.contact_list_id as "listId",
  c.taken_list_id as "takenListId", c.media_id as "mediaId", c.waiting, c.awaiting, c.tried, c.tried_failed as "triedFailed", c.sends,
  c.in_flight as "inFlight", c.in_flight_question as "isQuestion", c.hold, c.untold,
  -${untilNow(sql`c.told_at`)} as "toldMillisecondsAgo", ${untilNow(sql`c.scheduled_at`)} as "startsInMilliseconds",
  ${untilNow(sql`c.next_send_at`)} as "nextInMilliseconds",
  (
    select extract(epoch from min(s.answer_by) - clock_timestamp()) * 1000
    from campaign_shippings s
    where s.company_id = current_company() and s.campaign_id = c.id and s.state = 'awaiting')::float8 as "answerInMilliseconds",
  exists (
    select from connections k
    where k.company_id = c.company_id and k.id = c.connection_id and k.removed_at is null) as stands,
  exists (
    select from connections k
    where k.company_id = c.company_id and k.id = c.connection_id and k.status = 'CONNECTED') as "isConnected"`;

/** Nothing where somebody else is at it. Its key stays open: whoever notes something of its people does not wait. */
export async function lockRunning({ tx }: Scope, id: number): Promise<Running | undefined> {
  const [row] = await rowsOf(
    tx,
    RunningRow,
    sql`
    select ${runningColumns}
    from campaigns c
    where c.company_id = current_company() and c.id = ${id}
    for no key update of c skip locked`,
  );
  return row;
}

export async function readRunning({ tx }: Scope, id: number): Promise<Running> {
  const [row] = await rowsOf(
    tx,
    RunningRow,
    sql`select ${runningColumns} from campaigns c where c.company_id = current_company() and c.id = ${id}`,
  );
  if (!row) throw new Error('a campaign is gone while it is locked');
  return row;
}
