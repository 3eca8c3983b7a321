import { profiles } from '@prosa/contracts/permissions';
import { z } from 'zod';
import { PersonRow, type RightsSource } from '../../platform/database/scope.ts';

declare module '../../platform/database/scope.ts' {
  interface Rights {
    /** Hears of and sees what waits without a queue. */
    allTicket: boolean;
    queueIds: number[];
  }
  interface RightsRow {
    all_ticket: string;
    queue_ids: number[];
  }
}

/** What the people of this product may do, as the database's `session_actor` tells it. */
export const rights: RightsSource = {
  row: PersonRow.extend({ profile: z.enum(profiles), super: z.boolean(), all_ticket: z.string(), queue_ids: z.array(z.int()) }),
  ofRow: ({ profile, super: isSuper, all_ticket, queue_ids }) => ({
    profile,
    super: isSuper,
    allTicket: all_ticket === 'enable',
    queueIds: queue_ids,
  }),
  ofServer: { profile: 'admin', super: false, allTicket: true, queueIds: [] },
};
