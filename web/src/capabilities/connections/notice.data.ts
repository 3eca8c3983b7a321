import { connectionsApi } from '@prosa/contracts/connections';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';

const notice = queryOptions({ queryKey: ['connection-notice'], queryFn: () => call(connectionsApi.notice, {}) });

/** Whether the company has accepted that WhatsApp by QR code is unofficial. */
export const useNotice = (isWanted = true) => useQuery({ ...notice, enabled: isWanted });

export function useAcceptNotice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(connectionsApi.acceptNotice, {}),
    onSuccess: (accepted) => queryClient.setQueryData(notice.queryKey, accepted),
  });
}

/** Looks it up at once. What can not be known is not accepted. */
export function useIsNoticeAccepted() {
  const queryClient = useQueryClient();
  return async (): Promise<boolean> => {
    const held = queryClient.getQueryData(notice.queryKey);
    if (held?.acceptedAt) return true;
    // A colleague may have accepted it meanwhile.
    const now = await queryClient.query({ ...notice, staleTime: 0, retry: false }).catch(() => undefined);
    return now?.acceptedAt != null;
  };
}
