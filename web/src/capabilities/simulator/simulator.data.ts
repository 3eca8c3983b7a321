import { messageLive } from '@prosa/contracts/messages';
import { type Faults, type PhoneMessage, simulatorApi } from '@prosa/contracts/simulator';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, callMultipart } from '../../platform/api/api.ts';
import { useLive } from '../../platform/live/live.ts';

/** A phone has no live channel of its own; it looks again this often while its page is seen. */
const lookInterval = 2000;
const typingInterval = 4000;
const simulatorKey = (whatsappId: number) => ['simulator', whatsappId];

export function usePhones(whatsappId: number) {
  return useQuery({
    queryKey: [...simulatorKey(whatsappId), 'phones'],
    queryFn: () => call(simulatorApi.phones, { params: { whatsappId } }),
    refetchInterval: lookInterval,
  });
}

/** What is on one customer's phone. */
export function usePhoneMessages(whatsappId: number, number: string, enabled: boolean) {
  const refresh = useRefresh(whatsappId);
  useLive(messageLive, refresh);
  return useQuery({
    queryKey: [...simulatorKey(whatsappId), 'messages', number],
    queryFn: () => call(simulatorApi.read, { params: { whatsappId }, query: { number } }),
    enabled,
    refetchInterval: lookInterval,
  });
}

export function useWrite(whatsappId: number) {
  const refresh = useRefresh(whatsappId);
  return useMutation({
    mutationFn: ({ file, ...body }: { number: string; name?: string; body: string; file?: File | undefined }) =>
      file
        ? callMultipart(simulatorApi.write, { params: { whatsappId }, body }, [file])
        : call(simulatorApi.write, { params: { whatsappId }, body }),
    onSuccess: refresh,
  });
}

/** The customer's phone tells that they are typing, now and then while it goes on; whether it could be told is no matter. */
export function useReportTyping(whatsappId: number, number: string) {
  const last = useRef(0);
  return () => {
    if (Date.now() - last.current < typingInterval) return;
    last.current = Date.now();
    void call(simulatorApi.typing, { params: { whatsappId }, body: { number } }).catch(() => undefined);
  };
}

/** The customer opens the conversation: everything the business sent gets its blue ticks. */
export function useMarkRead(whatsappId: number) {
  const refresh = useRefresh(whatsappId);
  return useMutation({
    mutationFn: (messages: readonly PhoneMessage[]) =>
      Promise.all(messages.map(({ id }) => call(simulatorApi.receipt, { params: { whatsappId }, body: { id, ack: 3 } }))),
    onSuccess: refresh,
  });
}

export function useScan(whatsappId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(simulatorApi.scan, { params: { whatsappId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['connections'] }),
  });
}

/** How the network misbehaves now. Asking for no change tells what is set. */
export function useFaults(whatsappId: number) {
  return useQuery({
    queryKey: [...simulatorKey(whatsappId), 'faults'],
    queryFn: () => call(simulatorApi.faults, { params: { whatsappId }, body: {} }),
  });
}

export function useSetFaults(whatsappId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Faults) => call(simulatorApi.faults, { params: { whatsappId }, body }),
    onSuccess: (faults) => queryClient.setQueryData([...simulatorKey(whatsappId), 'faults'], faults),
  });
}

function useRefresh(whatsappId: number) {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: simulatorKey(whatsappId) });
}
