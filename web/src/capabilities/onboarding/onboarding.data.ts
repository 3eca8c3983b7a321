import { connectionsApi } from '@prosa/contracts/connections';
import { queuesApi } from '@prosa/contracts/queues';
import { ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';

export type Progress = { connect: boolean; queue: boolean; invite: boolean; answer: boolean };

/** While somebody is at a first step it ends soon; whoever left the page open is not watched for hours. */
const watchMilliseconds = 4_000;
const mostLooks = 75;

/** What the company has done already; nothing until all of it is known. */
export function useProgress({ isWatched = false } = {}): Progress | undefined {
  return useQuery({
    queryKey: ['onboarding'],
    queryFn: readProgress,
    staleTime: 0,
    refetchInterval: ({ state }) => isWatched && state.dataUpdateCount < mostLooks && watchMilliseconds,
  }).data;
}

async function readProgress(): Promise<Progress> {
  const served = (status: 'open' | 'closed') => call(ticketsApi.list, { query: { status, showAll: 'true' } });
  const [connections, queues, users, open, closed] = await Promise.all([
    call(connectionsApi.list, { query: {} }),
    call(queuesApi.list, { query: {} }),
    call(usersApi.everyone, { query: {} }),
    served('open'),
    served('closed'),
  ]);
  return {
    connect: connections.some(({ status }) => status === 'CONNECTED'),
    queue: queues.length > 0,
    invite: users.length > 1,
    answer: open.count + closed.count > 0,
  };
}
