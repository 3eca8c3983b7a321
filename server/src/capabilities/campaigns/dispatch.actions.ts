import { messageVariants } from '@prosa/contracts/campaign-text';
import type { CampaignHold } from '@prosa/contracts/campaigns';
import { z } from 'zod';
import { isConnectionLost, sql } from '../../platform/database/database.ts';
import { rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { findDefaultConnection } from '../contacts/reachability.ts';
import { findPlan, type Plan } from './campaign-settings.actions.ts';
import { stop, tell } from './campaigns.actions.ts';
import { failsTooOften, quietUntil } from './campaigns.rules.ts';
import { lockRunning, type Running, readRunning } from './dispatch.queries.ts';
import { failRecipient, sendNext } from './dispatch-sending.actions.ts';
import { skipUnanswered, takeNotes, takeOutcome } from './outcomes.actions.ts';
import { takeRecipients } from './recipients.actions.ts';

const DueRow = z.object({ companyId: z.int(), campaignId: z.int(), inMilliseconds: z.number() });
export type DueCampaign = z.output<typeof DueRow>;
const HoldRow = z.object({ other: z.boolean(), today: z.int(), isBusy: z.boolean() });

/** How soon somebody looks again who waits for: a message that is on its way, agents, the connection and others, the time of day. */
const looks = { inFlight: 25, agents: 100, others: 2_000, day: 30_000, answers: 60_000 } as const;
const looksAfterDeath = 1_000;
const tellEvery = 1_000;
const maxAttempts = 5;
/** Whoever fails for months is counted no further; a whole number of rounds, each of which gives up on somebody. */
const attemptsCounted = 10_000;

/** Campaigns with something to do within the next moment, by the database's clock, wherever they are. */
export function findDueCampaigns(platform: Platform): Promise<DueCampaign[]> {
  return acrossCompanies(platform, (_tx, query) =>
    rowsFrom(
      query,
      DueRow,
      `
        select company_id as "companyId", campaign_id as "campaignId", 0::float8 as "inMilliseconds"
        from campaign_notes
        where created_at <= clock_timestamp()
        group by company_id, campaign_id
        union all
        select company_id, id, greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000)::float8
        from campaigns
        where due_at <= clock_timestamp() + interval '1200 milliseconds'
        order by 3`,
    ),
  );
}

/**
 * One step of a campaign, in one transaction under its lock: what has become of the message on its way, what was heard of its people,
 * and the next message, handed to the outbox in the same transaction. Whenever a process dies, either all of it is stored or nothing.
 * Answers after how many milliseconds to look again; nothing where somebody else is at it, or it takes long.
 */
export async function stepCampaign(platform: Platform, companyId: number, campaignId: number): Promise<number | undefined> {
  const begun: { recipient?: number } = {};
  try {
    return await inScope(platform, { companyId }, async (scope) => {
      const locked = await lockRunning(scope, campaignId);
      if (!locked) return undefined;
      const next = await advance(scope, locked, begun);
      await scope.tx.execute(sql`
        update campaigns
        set attempts = 0
        where company_id = current_company() and id = ${campaignId} and attempts > 0`);
      return next;
    });
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    platform.log.error({ err: error, campaign: campaignId }, 'a step of a campaign failed');
    await postpone(platform, companyId, campaignId, begun.recipient);
    return undefined;
  }
}

async function advance(scope: Scope, locked: Running, begun: { recipient?: number }): Promise<number | undefined> {
  const { id } = locked;
  if (!(await takeOutcome(scope, locked))) {
    await lookAgain(scope, id, looksAfterDeath);
    return looks.inFlight;
  }
  await takeNotes(scope, id);
  const plan = await findPlan(scope);
  if (locked.status !== 'PROGRAMADA' && locked.status !== 'EM_ANDAMENTO') return rest(scope, id);
  if (locked.status === 'PROGRAMADA' && locked.startsInMilliseconds > 0) return lookAgain(scope, id, locked.startsInMilliseconds);
  // Also one that was restarted after it had ended here.
  if (locked.takenListId === null) return begin(scope, locked, plan);
  if (!(await hasConnection(scope, locked))) return end(scope, id, 'ERR_NO_DEF_WAPP_FOUND');
  await skipUnanswered(scope, id);
  const campaign = await readRunning(scope, id);
  if (failsTooOften({ tried: campaign.tried, failed: campaign.triedFailed })) return end(scope, id, 'ERR_CAMPAIGN_FAILURES');
  if (!campaign.stands) return end(scope, id, 'ERR_NO_WAPP_FOUND');
  if (!saysSomething(campaign)) return end(scope, id, 'ERR_CAMPAIGN_NO_MESSAGE');
  if (campaign.waiting === 0) return campaign.awaiting === 0 ? finish(scope, id) : wait(scope, campaign, null, answersIn(campaign));
  if (campaign.nextInMilliseconds > 0) return wait(scope, campaign, null, campaign.nextInMilliseconds);
  const held = await findHold(scope, campaign, plan);
  if (held) return wait(scope, campaign, held.hold, held.milliseconds);
  await sendNext(scope, campaign, plan, begun);
  await wait(scope, await readRunning(scope, id), null, looksAfterDeath);
  return looks.inFlight;
}

/** Its time has come. What it lacks is said, and it can be restarted once it has it. */
async function begin(scope: Scope, campaign: Running, { isEnabled }: Plan): Promise<number | undefined> {
  const { id, listId } = campaign;
  if (!isEnabled) return wait(scope, campaign, 'disabled', looks.day);
  if (!(await hasConnection(scope, campaign))) return end(scope, id, 'ERR_NO_DEF_WAPP_FOUND');
  if (listId === null) return end(scope, id, 'ERR_NO_CONTACTLIST_FOUND');
  if (!saysSomething(campaign)) return end(scope, id, 'ERR_CAMPAIGN_NO_MESSAGE');
  await takeRecipients(scope, id, listId);
  await scope.tx.execute(sql`
    update campaigns
    set status = 'EM_ANDAMENTO', started_at = clock_timestamp(), due_at = clock_timestamp(), taken_list_id = ${listId},
      hold = null, reason = null, updated_at = ${scope.now.toISOString()}
    where company_id = current_company() and id = ${id}`);
  await tell(scope, 'update', id);
  return 0;
}

/** The one that was chosen, else from now on the one that is the default. */
async function hasConnection(scope: Scope, { id, connectionId }: Running): Promise<boolean> {
  if (connectionId !== null) return true;
  const found = await findDefaultConnection(scope);
  if (found)
    await scope.tx.execute(sql`
      update campaigns
      set connection_id = ${found.id}
      where company_id = current_company() and id = ${id}`);
  return found !== undefined;
}

/** Its texts may have been taken away while it was stopped. */
const saysSomething = (campaign: Running) => campaign.mediaId !== null || messageVariants(campaign).length > 0;

async function finish(scope: Scope, id: number): Promise<undefined> {
  await scope.tx.execute(sql`
    update campaigns
    set status = 'FINALIZADA', completed_at = clock_timestamp(), due_at = null, hold = null, updated_at = ${scope.now.toISOString()}
    where company_id = current_company() and id = ${id}`);
  await tell(scope, 'update', id);
}

async function end(scope: Scope, id: number, reason: string): Promise<undefined> {
  await stop(scope, id, reason);
  await tell(scope, 'update', id);
}

/** It does not run: once nothing is on its way there is nothing to do. */
async function rest(scope: Scope, id: number): Promise<undefined> {
  await scope.tx.execute(sql`update campaigns set due_at = null where company_id = current_company() and id = ${id}`);
  const { untold } = await readRunning(scope, id);
  if (untold) await tell(scope, 'update', id);
}

const answersIn = ({ answerInMilliseconds }: Running) => Math.min(looks.answers, Math.max(0, answerInMilliseconds ?? 0));

/** Looks again then, and in time to tell people of the counters, which they are told at most every second. */
async function wait(scope: Scope, campaign: Running, hold: CampaignHold | null, milliseconds: number): Promise<number> {
  const { id, untold, toldMillisecondsAgo } = campaign;
  if (hold !== campaign.hold)
    await scope.tx.execute(sql`update campaigns set hold = ${hold} where company_id = current_company() and id = ${id}`);
  const isTold = !untold && hold === campaign.hold;
  if (!isTold && (toldMillisecondsAgo >= tellEvery || hold !== campaign.hold)) {
    await tell(scope, 'update', id);
    return lookAgain(scope, id, milliseconds);
  }
  return lookAgain(scope, id, isTold ? milliseconds : Math.min(milliseconds, tellEvery - toldMillisecondsAgo));
}

async function lookAgain({ tx }: Scope, id: number, milliseconds: number): Promise<number> {
  await tx.execute(sql`
    update campaigns
    set due_at = clock_timestamp() + ${milliseconds} * interval '1 millisecond'
    where company_id = current_company() and id = ${id}`);
  return milliseconds;
}

type Held = { hold: CampaignHold | null; milliseconds: number };

/** What keeps it from sending now. Agents' messages that wait on the connection are no reason worth telling: they leave at once. */
async function findHold({ tx, platform }: Scope, campaign: Running, plan: Plan): Promise<Held | undefined> {
  if (!plan.isEnabled) return { hold: 'disabled', milliseconds: looks.day };
  if (!campaign.isConnected) return { hold: 'connection', milliseconds: looks.others };
  const quiet = quietUntil(platform.clock(), plan);
  if (quiet) return { hold: 'quietHours', milliseconds: Math.min(looks.day, quiet.getTime() - platform.clock().getTime() + 1) };
  const [row] = await rowsOf(
    tx,
    HoldRow,
    sql`
    select
      exists (
        select from campaigns o
        where o.company_id = current_company()
          and o.connection_id = ${campaign.connectionId}
          and o.status = 'EM_ANDAMENTO'
          and o.waiting > 0
          and (o.started_at, o.id) < (c.started_at, c.id)) as other,
      coalesce((
        select d.sent
        from campaign_days d
        where d.company_id = current_company()
          and d.connection_id = ${campaign.connectionId}
          and d.day = (clock_timestamp() at time zone company_zone())::date), 0) as today,
      exists (
        select from outbox x
        where x.company_id = current_company()
          and x.connection_id = ${campaign.connectionId}
          and x.next_at <= clock_timestamp()) as "isBusy"
    from campaigns c
    where c.company_id = current_company() and c.id = ${campaign.id}`,
  );
  if (row?.other) return { hold: 'otherCampaign', milliseconds: looks.others };
  if (row && plan.dailyCap > 0 && row.today >= plan.dailyCap) return { hold: 'dailyCap', milliseconds: looks.day };
  return row?.isBusy ? { hold: campaign.hold, milliseconds: looks.agents } : undefined;
}

/** After a fault of ours: so that it is neither tried all the time nor blocked for ever by the one it happens with. */
async function postpone(platform: Platform, companyId: number, id: number, recipient: number | undefined): Promise<void> {
  await inScope(platform, { companyId }, async (scope) => {
    const [row] = await rowsOf(
      scope.tx,
      z.object({ attempts: z.int() }),
      sql`
      update campaigns
      set attempts = case when attempts < ${attemptsCounted} then attempts + 1 else ${attemptsCounted - maxAttempts + 1} end,
        due_at = clock_timestamp() + make_interval(secs => least(300, 2 ^ least(attempts + 1, 9)))
      where company_id = current_company() and id = ${id} and due_at is not null
      returning attempts`,
    );
    if (row && recipient !== undefined && row.attempts % maxAttempts === 0) await failRecipient(scope, recipient, 'ERR_INTERNAL');
  });
}
