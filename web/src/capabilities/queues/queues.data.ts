import { queueLive, queuesApi } from '@prosa/contracts/queues';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import { useLive } from '../../platform/live/live.ts';
import { useSession } from '../../platform/session/session.tsx';

const queuesKey = ['queues'];

/** Every queue of the company. */
export function useQueues(enabled = true) {
  return useQuery({ queryKey: queuesKey, queryFn: () => call(queuesApi.list, { query: {} }), enabled });
}

/** The queues one may filter by and begin tickets in: one's own, for admins all. */
export function useVisibleQueues() {
  const { user } = useSession();
  const isAdmin = user.profile === 'admin';
  const all = useQueues(isAdmin);
  return isAdmin ? all.data : user.queues;
}

/** Keeps the queues current for as long as it is shown. */
export function useQueuesLive(): void {
  const queryClient = useQueryClient();
  useLive(queueLive, () => void queryClient.invalidateQueries({ queryKey: queuesKey }));
}
