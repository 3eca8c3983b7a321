import type { TicketStep } from '@prosa/contracts/tickets';

type Names = TicketStep['names'];
const nobody: Names = { by: null, fromUser: null, fromQueue: null, toUser: null, toQueue: null };

export const aStep = ({ names, ...over }: Partial<Omit<TicketStep, 'names'>> & { names?: Partial<Names> } = {}): TicketStep => ({
  at: '2026-11-16T13:00:00.000Z',
  user: null,
  what: 'create',
  from: null,
  to: 'pending',
  why: null,
  ...over,
  names: { ...nobody, ...names },
});
