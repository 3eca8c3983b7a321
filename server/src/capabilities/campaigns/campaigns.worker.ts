import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../platform/database/scope.ts';
import { resumeContext } from '../../platform/work-context.ts';
import { type DueCampaign, findDueCampaigns, stepCampaign } from './dispatch.actions.ts';

const pollInterval = 1_000;
/** Campaigns that are served at the same time. */
const places = 8;
/** What comes sooner is waited for; later, whoever looks then goes on. */
const longestWait = 1_500;
/** After so many steps others have their turn. */
const stepsInARow = 500;

/** Sends campaigns. Any number of nodes may look: a campaign is served by one of them at a time. */
export function startCampaigns(platform: Platform): { stop(): Promise<void> } {
  const running = new Map<number, Promise<void>>();
  const stopping = new AbortController();
  let looking: Promise<void> | undefined;

  async function serve({ companyId, campaignId, inMilliseconds }: DueCampaign): Promise<void> {
    let wait: number | undefined = inMilliseconds;
    for (let steps = 0; steps < stepsInARow && wait !== undefined && wait <= longestWait; steps += 1) {
      if (wait > 0) await sleep(wait, undefined, { signal: stopping.signal });
      if (stopping.signal.aborted) return;
      wait = await stepCampaign(platform, companyId, campaignId);
    }
  }
  function begin(due: DueCampaign): void {
    const turn = resumeContext({ work: 'campaigns', companyId: due.companyId }, () => serve(due))
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) platform.log.warn({ err: error }, 'a campaign will be looked at again');
      })
      .finally(() => running.delete(due.campaignId));
    running.set(due.campaignId, turn);
  }
  async function look(): Promise<void> {
    for (const due of await findDueCampaigns(platform)) {
      if (stopping.signal.aborted || running.size >= places) return;
      if (!running.has(due.campaignId)) begin(due);
    }
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  }, pollInterval);
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await looking;
      await Promise.all(running.values());
    },
  };
}
