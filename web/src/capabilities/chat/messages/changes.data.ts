import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/api.ts';
import { errorText, showError } from '../../../platform/api/errors.ts';
import { notify } from '../../../platform/browser/notices.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useLive } from '../../../platform/live/live.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { changesMessages } from './changes.messages.ts';
import { withOurs } from './changes.rules.ts';
import { changeMessage, patchCachedMessage } from './messages.data.ts';

/** The company's reaction to a message, shown at once. An empty emoji takes it back. */
export function useReact(ticketId: number) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const patch = (message: Message) => patchCachedMessage(queryClient, ticketId, message);
  return useMutation({
    mutationFn: ({ message: { id: messageId }, emoji }: { message: Message; emoji: string }) =>
      changeMessage(queryClient, ticketId, () => call(messagesApi.react, { params: { messageId }, body: { emoji } })),
    onMutate: ({ message, emoji }) => patch({ ...message, reactions: withOurs(message.reactions, emoji, user.name) }),
    onError(error, { message }) {
      patch(message);
      showError(error);
    },
  });
}

/** Another wording for an own message. */
export function useEditMessage(ticketId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ messageId, body }: { messageId: number; body: string }) =>
      changeMessage(queryClient, ticketId, () => call(messagesApi.edit, { params: { messageId }, body: { body } })),
  });
}

/** What a message said before; asked anew once it says something else. */
export function useEdits({ id, body }: Message) {
  return useQuery({
    queryKey: ['edits', id, body],
    queryFn: async () => (await call(messagesApi.edits, { params: { messageId: id } })).edits,
    gcTime: 0,
  });
}

/** Tells who changed a message that the channel would not take it; the message itself is as before by then. */
export function useRefusals(): void {
  const text = useMessages(changesMessages);
  const { user } = useSession();
  useLive(messageLive, (event) => {
    if (event.action !== 'update' || !event.refused || event.refused.userId !== user.id) return;
    const { what, error } = event.refused;
    notify('danger', text(what, { reason: errorText(error) }));
  });
}
