import { setTimeout as sleep } from 'node:timers/promises';
import { billReasons } from '@prosa/contracts/reasons';
import { crashPoint } from '../../platform/crash-points.ts';
import type { Platform } from '../../platform/database/scope.ts';
import { discardUploads } from '../../platform/http/uploads.ts';
import { resumeContext } from '../../platform/work-context.ts';
import { storeBillFiles } from './bill-files.ts';
import {
  answerLookup,
  type ClaimedLookup,
  claimLookup,
  findWaitingCompanies,
  readQuestion,
  releaseLookup,
  renewLease,
  type TellBot,
} from './bill-lookups.actions.ts';
import { billsTopic } from './bill-lookups.queue.ts';
import type { BillSystems, LookedUp } from './look-up.ts';
import { openLookupTurns } from './lookup-turns.rules.ts';

const pollInterval = 1_000;
const stopMilliseconds = 1_000;
/** From here on a look-up leaves its place: an ordinary one takes a second or two. */
const slowMilliseconds = 3_000;
const places = { each: 2, quick: 12, slow: 16, inAll: 40 };

type Options = { systems: BillSystems; tell: TellBot; leaseSeconds: number };
/** Those that this process looks for. */
type Held = Set<ClaimedLookup>;

/**
 * Looks for bills in companies' billing systems, apart from all other work: a system that hangs holds a connection of ours to it, and
 * neither one to the database nor a place of another company.
 */
export function startBillLookups(platform: Platform, options: Options): { stop(): Promise<void> } {
  const turns = openLookupTurns(places);
  const running = new Set<Promise<void>>();
  const held: Held = new Set();
  let stopping = false;

  function next(): void {
    for (let companyId = stopping ? undefined : turns.next(); companyId !== undefined; companyId = turns.next()) {
      const work = resumeContext({ work: 'bills', companyId }, () => turn(companyId)).finally(() => {
        running.delete(work);
        next();
      });
      running.add(work);
    }
  }
  async function turn(companyId: number): Promise<void> {
    let isSlow = false;
    const long = setTimeout(() => {
      isSlow = true;
      turns.slow(companyId);
      next();
    }, slowMilliseconds);
    const didOne = await lookUpOne(platform, companyId, options, held, () => offer(companyId)).catch((error: unknown) => {
      // The lease runs out, and it is looked for again.
      if (!stopping) platform.log.warn({ err: error }, 'a look-up of a bill will be done again');
      return false;
    });
    clearTimeout(long);
    turns.over(companyId, isSlow);
    if (didOne) turns.offer(companyId);
  }
  function offer(companyId: number): void {
    turns.offer(companyId);
    next();
  }
  async function look(): Promise<void> {
    for (const companyId of await findWaitingCompanies(platform)) offer(companyId);
  }

  const stopHearing = platform.wake.on(billsTopic, offer);
  const timer = setInterval(() => void look().catch(() => undefined), pollInterval);
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      stopHearing();
      // A system that hangs does not hold up a stop: what is still being looked for is anybody's.
      await Promise.race([Promise.all(running), sleep(stopMilliseconds, undefined, { ref: false })]);
      await Promise.all([...held].map((claimed) => releaseLookup(platform, claimed)));
    },
  };
}

/** Whether there was one. */
async function lookUpOne(platform: Platform, companyId: number, options: Options, held: Held, begun: () => void): Promise<boolean> {
  const { leaseSeconds } = options;
  const claimed = await claimLookup(platform, companyId, leaseSeconds);
  if (!claimed) return false;
  held.add(claimed);
  crashPoint('bill.claimed');
  // There may be another one, for which the company has a second place.
  begun();
  // While the database is away nothing can be done about it: then another process may begin, and one of both is not heard.
  const renewing = setInterval(() => void renewLease(platform, claimed, leaseSeconds).catch(() => undefined), leaseSeconds * 300);
  try {
    await lookUp(platform, claimed, options);
  } finally {
    clearInterval(renewing);
    held.delete(claimed);
  }
  return true;
}

async function lookUp(platform: Platform, claimed: ClaimedLookup, { systems, tell }: Options): Promise<void> {
  const question = await readQuestion(platform, claimed);
  if ('kind' in question) {
    await answerLookup(platform, claimed, { found: question, files: { qr: null, pdf: null }, number: '' }, tell);
    return;
  }
  const { companyId } = claimed;
  const { keys, lookup } = question;
  const found = await systems.lookUp(companyId, keys, lookup).catch((error: unknown) => failed(platform, claimed, error));
  const files = await storeBillFiles(platform, companyId, found);
  crashPoint('bill.found');
  let wasTaken = false;
  try {
    wasTaken = await answerLookup(platform, claimed, { found, files, number: lookup.number }, tell);
  } finally {
    if (!wasTaken)
      await discardUploads(
        platform,
        Object.values(files).flatMap((file) => file ?? []),
      );
  }
}

/** A fault of ours: the ticket says that it failed, the log says where. */
function failed(platform: Platform, { id }: ClaimedLookup, error: unknown): LookedUp {
  platform.log.error({ err: error, lookup: id }, 'a look-up of a bill failed');
  return { kind: 'failed', why: billReasons.broken };
}
