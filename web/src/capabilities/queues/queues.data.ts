import { type Queue, QueueInput, type QueueUpdate, queueLive, queuesApi } from '@prosa/contracts/queues';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../platform/api/api.ts';
import type { Filled } from '../../platform/forms/draft.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';
import { useSession } from '../../platform/session/session.tsx';

const queuesKey = ['queues'];

/** The queues of the page. */
export const queues: Records<Queue> = {
  key: ['queue-page'],
  fetchAll: () => call(queuesApi.list, { query: {} }),
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
  useNews: (hear) =>
    useLive(queueLive, (event) =>
      hear(event.action === 'delete' ? { gone: event.queueId } : { row: event.queue, isNew: event.action === 'create' }),
    ),
  remove: (id) => call(queuesApi.remove, { params: { id } }),
};

/** Hours have a tab and a button of their own. */
export const QueueForm = QueueInput.omit({ schedules: true }).extend({
  color: z.string().min(1, { error: 'required', abort: true }).pipe(QueueInput.shape.color),
});
export type QueueValues = Filled<z.input<typeof QueueForm>>;

export const createQueue = (body: z.output<typeof QueueForm> & Pick<Queue, 'schedules'>) => call(queuesApi.create, { body });
export const updateQueue = (id: number, body: z.input<typeof QueueUpdate>) => call(queuesApi.update, { params: { id }, body });

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
