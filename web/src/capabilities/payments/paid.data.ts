import { paymentLive } from '@prosa/contracts/payment-live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { createStore } from '../../platform/browser/store.ts';
import { useLive } from '../../platform/live/live.ts';
import { listenAsPayer } from '../../platform/live/payer-live.ts';
import { useSession } from '../../platform/session/session.tsx';

/** The checkout of this tab waits for the payment and says so itself: nobody else takes the page away meanwhile. */
export const payingHere = createStore(false);

/** Hear of the payment in a session, or with a billing token. */
export function usePaidInSession(onPaid: (dueDate: string | null) => void): void {
  useLive(paymentLive, ({ action, company }) => {
    if (action === 'CONCLUIDA') onPaid(company.dueDate);
  });
}
export function usePaidByToken(token: string, onPaid: (dueDate: string | null) => void): void {
  const hear = useEffectEvent(onPaid);
  useEffect(() => listenAsPayer(token, ({ company }) => hear(company.dueDate)), [token]);
}

/** After a payment: who we are and what we see, anew. */
export function useComeBack(): () => Promise<void> {
  const queryClient = useQueryClient();
  const { refreshUser } = useSession();
  return async () => {
    await refreshUser().catch(() => undefined);
    await queryClient.invalidateQueries();
  };
}
