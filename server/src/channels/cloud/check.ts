import { z } from 'zod';
import type { Account } from './account.ts';
import { meaningOf } from './errors.rules.ts';
import type { Graph } from './graph.ts';

const NumberAnswer = z.object({
  display_phone_number: z.string().catch(''),
  verified_name: z.string().catch(''),
  quality_rating: z.string().catch(''),
});

/** Whether the token opens the number: `refused` stays so until somebody enters another. */
type Standing =
  | { outcome: 'known'; displayPhoneNumber: string; verifiedName: string; qualityRating: string }
  | { outcome: 'refused' }
  | { outcome: 'unreachable'; isThrottled: boolean };

export async function checkAccount(graph: Graph, account: Account): Promise<Standing> {
  const answer = await graph
    .call(account, { path: account.phoneNumberId, query: { fields: 'display_phone_number,verified_name,quality_rating' } })
    .catch(() => undefined);
  if (!answer) return { outcome: 'unreachable', isThrottled: false };
  if (!answer.ok) {
    const { kind } = meaningOf(answer.error);
    // Of a number, a parameter that is wrong is the number's id.
    if (kind === 'credentials' || kind === 'failed') return { outcome: 'refused' };
    return { outcome: 'unreachable', isThrottled: kind !== 'later' };
  }
  const { data } = NumberAnswer.safeParse(answer.data);
  if (!data) return { outcome: 'unreachable', isThrottled: false };
  return {
    outcome: 'known',
    displayPhoneNumber: data.display_phone_number,
    verifiedName: data.verified_name,
    qualityRating: data.quality_rating,
  };
}
