import { useSessionState } from '../../platform/session/session.tsx';
import { payingHere, useComeBack, usePaidInSession } from './paid.data.ts';

/** Brings this browser back to work when somebody has paid, wherever that was. */
export function PaymentWatch() {
  const comeBack = useComeBack();
  usePaidInSession(() => {
    // The checkout of this tab says so first, and then leads on.
    if (!payingHere.get()) void comeBack();
  });
  return null;
}

/** Since when the company is overdue, once the server has said so. */
export function useExpiry(): string | undefined {
  const { state } = useSessionState();
  if (state.status !== 'signedIn' || state.expiredOn === undefined) return undefined;
  return state.expiredOn || state.user.company.dueDate || '';
}
