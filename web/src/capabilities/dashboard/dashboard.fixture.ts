import type { Dashboard, DashboardRow } from '@prosa/contracts/dashboard';
import { aTicket } from '../ticket-store/tickets.fixture.ts';

const hours = (busy: Record<string, number>) =>
  Array.from({ length: 24 }, (_, place) => {
    const hour = `${String((place + 1) % 24).padStart(2, '0')}:00`;
    return { hour, count: busy[hour] ?? 0 };
  });

/** A dashboard for tests: a quiet morning in an office of two. */
export function aDashboard(over: Partial<Dashboard> = {}): Dashboard {
  return {
    counters: {
      supportPending: 3,
      supportHappening: 2,
      supportFinished: 41,
      leads: 7,
      avgSupportTime: 65.25,
      avgWaitTime: 4.5,
      minutes: 2675.25,
    },
    attendants: [
      { id: 1, name: 'Marina', rating: 2.46, avgSupportTime: 30, online: true },
      { id: 2, name: 'Paulo', rating: 0, avgSupportTime: 0, online: false },
    ],
    today: { count: 13, hours: hours({ '09:00': 12, '14:00': 1 }) },
    ...over,
  };
}

export const emptyDashboard = (): Dashboard => ({
  counters: { supportPending: 0, supportHappening: 0, supportFinished: 0, leads: 0, avgSupportTime: 0, avgWaitTime: 0, minutes: 0 },
  attendants: [],
  today: { count: 0, hours: hours({}) },
});

export const aRow = (over: Partial<DashboardRow> = {}): DashboardRow => ({
  ...aTicket({ status: 'closed', id: over.id ?? 1 }),
  at: '2026-11-15T12:00:00.000Z',
  minutes: null,
  rating: null,
  ...over,
});
