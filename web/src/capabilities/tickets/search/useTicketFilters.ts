import type { TicketStatus } from '@prosa/contracts/tickets';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { stored } from '../../../platform/browser/stored.ts';
import { useCan, useSession } from '../../../platform/session/session.tsx';
import { useVisibleQueues } from '../../queues/queues.data.ts';
import type { TicketFilter } from '../../ticket-store/tickets.patch.ts';

const Ids = z.array(z.int());

/** What the lists are narrowed to. The queues chosen are remembered; having all of them includes those to come. */
export function useTicketFilters() {
  const { user } = useSession();
  const mayShowAll = useCan('tickets-manager:showall');
  const [showAll, setShowAll] = useState(user.profile === 'admin');
  const queues = useVisibleQueues();
  const key = `ticketQueues-${user.id}`;
  const [chosen, setChosen] = useState(() => readIds(stored.read(key)));

  const queueIds = useMemo(() => {
    const all = (queues ?? []).map((queue) => queue.id);
    return (chosen ? all.filter((id) => chosen.includes(id)) : all).sort((a, b) => a - b);
  }, [queues, chosen]);

  /** Kept for the next time, unless it is only for now. */
  const chooseQueues = (ids: readonly number[], isKept = true) => {
    const all = ids.length === queues?.length;
    setChosen(all ? undefined : [...ids]);
    if (!isKept) return;
    if (all) stored.remove(key);
    else stored.write(key, JSON.stringify(ids));
  };
  const filter = (status: TicketStatus): TicketFilter => ({ status, showAll: mayShowAll && showAll, queueIds });
  return {
    filter,
    ready: queues !== undefined,
    queues: queues ?? [],
    queueIds,
    /** The queues, where not all of them are wanted. */
    narrowed: chosen ? queueIds : undefined,
    chooseQueues,
    mayShowAll,
    showAll,
    setShowAll,
  };
}

function readIds(text: string | undefined): number[] | undefined {
  try {
    return Ids.safeParse(JSON.parse(text ?? 'null')).data;
  } catch {
    return undefined;
  }
}
