import { isPassing } from '../../platform/database.ts';
import { acrossCompanies, type Platform } from '../../platform/scope.ts';
import { resumeContext } from '../../platform/work-context.ts';
import { batchSize, blameFirst, processInbox } from './inbox.actions.ts';

const pollEvery = 1_000;
const mostAtOnce = 4;

/** Works through what has arrived: at a hint at once, and by looking every second in case a hint was lost. */
export function startInbox(platform: Platform): { stop(): Promise<void> } {
  const queue = new Set<number>();
  const busy = new Map<number, Promise<void>>();
  let stopping = false;

  function offer(companyId: number): void {
    queue.add(companyId);
    next();
  }

  /** Companies take turns: one with a flood does not keep the others waiting. */
  function next(): void {
    for (const companyId of queue) {
      if (stopping || busy.size >= mostAtOnce) return;
      if (busy.has(companyId)) continue;
      queue.delete(companyId);
      const work = resumeContext({ work: 'inbox', companyId }, () => turn(companyId)).finally(() => {
        busy.delete(companyId);
        next();
      });
      busy.set(companyId, work);
    }
  }

  async function turn(companyId: number): Promise<void> {
    try {
      // After less than a batch nothing was left; what came meanwhile has its own hint.
      if ((await processInbox(platform, companyId)) === batchSize) queue.add(companyId);
    } catch (error) {
      await handleFault(companyId, error);
    }
  }

  /** A whole batch failed for the sake of one: go frame by frame until the one that fails is known. */
  async function handleFault(companyId: number, error: unknown): Promise<void> {
    if (isPassing(error) || isPassing(error instanceof Error ? error.cause : undefined)) return;
    platform.log.error({ err: error, companyId }, 'an arrived batch could not be handled');
    try {
      while ((await processInbox(platform, companyId, 1)) > 0);
    } catch (single) {
      if (!isPassing(single) && !isPassing(single instanceof Error ? single.cause : undefined))
        await blameFirst(platform, companyId, single instanceof Error ? (single.message.split('\n')[0] ?? '') : 'unknown').catch(
          () => undefined,
        );
      queue.add(companyId);
    }
  }

  async function look(): Promise<void> {
    const companies = await acrossCompanies(platform, async (_tx, query) => {
      const { rows } = await query<{ company_id: number }>('select distinct company_id from inbox where quarantined_at is null');
      return rows;
    });
    for (const { company_id } of companies) offer(company_id);
  }

  const stopHearing = platform.wake.on('inbox', offer);
  const timer = setInterval(() => void look().catch(() => undefined), pollEvery);
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      stopHearing();
      await Promise.all(busy.values());
    },
  };
}
