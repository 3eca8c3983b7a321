import { type Message, type MessageInput, messagesApi } from '@prosa/contracts/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { ApiError, call, callMultipart } from '../../../platform/api/api.ts';
import { showError } from '../../../platform/api/errors.ts';
import { newKey } from '../../../platform/api/transport.ts';
import { registerUnsentMessages } from '../../../platform/session/personal-data.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { addStoredMessage, newestKnown } from './messages.data.ts';
import { type Attached, type Deliver, Outboxes, type Outgoing, type Quoted } from './outbox.ts';

const outboxes = new Outboxes();
registerUnsentMessages(outboxes);

export type Writing = ReturnType<typeof useOutbox>;
export type Written = { body: string; quoted?: Quoted | undefined; attached?: Attached | undefined; template?: MessageInput['template'] };

/**
 * What this person wrote here and is still on its way, and the actions on it. `takesBack` is told of what was refused and says whether
 * its writer has it back.
 */
export function useOutbox(ticketId: number, takesBack?: (error: unknown, entry: Outgoing) => boolean) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const conversation = `${user.companyId}/${user.id}/${ticketId}`;
  const outbox = useSyncExternalStore(outboxes.subscribe, () => outboxes.read(conversation));
  const deliver: Deliver = {
    post: (entry, way) => post(ticketId, entry, way),
    onStored: (message) => addStoredMessage(queryClient, ticketId, message),
    onRefused: showError,
    isRefusal,
    ...(takesBack && { takesBack }),
  };
  const resume = useEffectEvent(() => outboxes.resume(conversation, deliver));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each conversation is taken up once
  useEffect(() => resume(), [conversation]);
  useConfirmUnload(outbox.entries.some(({ attached, state }) => attached && state === 'waiting'));
  return {
    outbox,
    /** Resolves to whether it was stored. */
    send(written: Written): Promise<boolean> {
      const draft = { ...written, key: newKey(), createdAt: new Date().toISOString(), after: newestKnown(queryClient, ticketId) };
      outboxes.send(conversation, draft, deliver);
      return outboxes.settled(conversation, draft.key);
    },
    retry: (key: string) => outboxes.retry(conversation, key, deliver),
    discard: (key: string) => outboxes.discard(conversation, key),
  };
}

const post: (ticketId: number, ...rest: Parameters<Deliver['post']>) => Promise<Message> = async (ticketId, entry, way) => {
  const { body, quoted, attached, template, sendKey: idempotencyKey } = entry;
  const words = template ? { template } : { body, quotedMsg: quoted ? { id: quoted.id } : undefined };
  const reply = attached
    ? await callMultipart(
        messagesApi.send,
        { params: { ticketId }, body: { ...words, ...(attached.voice && { voice: true }) } },
        [attached.file],
        { ...way, idempotencyKey },
      )
    : await call(messagesApi.send, { params: { ticketId }, body: words }, { idempotencyKey, signal: way.signal });
  const stored = 'messages' in reply ? reply.messages[0] : reply;
  if (!stored) throw new Error('one file was sent and none was stored');
  return stored;
};

/** Refusals are final; network errors, overload and restarts are retried. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 400 && ![408, 429, 502, 503, 504].includes(error.status);
}

/** Asks before the page is closed during an upload. */
function useConfirmUnload(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
}
