import { paymentLive } from '@prosa/contracts/payment-live';
import type { z } from 'zod';

type Paid = z.output<typeof paymentLive.message>;

/** Hear of the payment with a billing token, without a session. Stop with what is given back. */
export function listenAsPayer(token: string, onPaid: (paid: Paid) => void): () => void {
  const life: { isOver: boolean; close?: () => void } = { isOver: false };
  void import('socket.io-client').then(({ io }) => {
    if (life.isOver) return;
    const socket = io({ transports: ['websocket'], auth: { token }, forceNew: true, reconnectionDelayMax: 10_000 });
    life.close = () => socket.close();
    socket.onAny((name: string, data: unknown) => {
      if (!/^company-\d+-payment$/.test(name)) return;
      const { success, data: paid } = paymentLive.message.safeParse(data);
      if (success && paid.action === 'CONCLUIDA') onPaid(paid);
    });
  });
  return () => {
    life.isOver = true;
    life.close?.();
  };
}
