import { createStore, useStore } from '../../platform/browser/store.ts';
import { stored } from '../../platform/browser/stored.ts';
import { useCan, useSession } from '../../platform/session/session.tsx';

const keyOf = (companyId: number) => `onboarding-${companyId}`;
/** The companies whose first steps are over. */
const finishedCompanies = createStore<ReadonlySet<number>>(new Set());

/**
 * Whether the first steps are still to be shown. Once done or dismissed they never come back to this browser, and nothing is asked
 * for them.
 */
export function useIsNewCompany(): boolean {
  const { companyId } = useSession().user;
  const ended = useStore(finishedCompanies).has(companyId) || stored.read(keyOf(companyId)) === 'over';
  return useCan('connections-page:addConnection') && !ended;
}

export function endOnboarding(companyId: number): void {
  stored.write(keyOf(companyId), 'over');
  finishedCompanies.set(new Set(finishedCompanies.get()).add(companyId));
}
