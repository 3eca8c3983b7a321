import { connectionsApi } from '@prosa/contracts/connections';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/api.ts';

/** What may be sent on a connection when the window is closed. */
export function useTemplateList(connectionId: number) {
  return useQuery({
    queryKey: ['templates', connectionId],
    queryFn: () => call(connectionsApi.templates, { params: { id: connectionId } }),
  });
}
