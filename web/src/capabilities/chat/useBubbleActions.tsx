import { type Feature, featuresOf } from '@prosa/contracts/channels';
import type { Message } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { useConnections } from '../connections/connections.data.ts';
import { useReact } from './messages/changes.data.ts';
import { changesMessages } from './messages/changes.messages.ts';
import { isEditable, isReactable } from './messages/changes.rules.ts';
import { useRemoveMessage, useResend } from './messages/messages.data.ts';
import { messagesMessages } from './messages/messages.messages.ts';
import type { Writing } from './messages/outbox.data.ts';
import type { Quoted } from './messages/outbox.ts';
import { asQuoted } from './messages/quoted.ts';
import type { ThreadActions } from './messages/thread-actions.ts';
import { useCards } from './ticket.data.ts';

/** Message actions of a conversation, and the confirmation before a deletion. */
export function useBubbleActions(ticket: Ticket, writing: Writing, quote: (quoted: Quoted) => void, edit: (message: Message) => void) {
  const { user } = useSession();
  const resend = useResend(ticket.id);
  const drop = useRemoveMessage(ticket.id);
  const cards = useCards(ticket);
  const [doomed, setDoomed] = useState<Message>();
  /** Only its author or an admin may send a stored one again. */
  const retryOf: NonNullable<ThreadActions['retryOf']> = ({ outgoing, message }) => {
    if (outgoing) return () => writing.retry(outgoing.key);
    const mayResend = message && (user.profile === 'admin' || message.user?.id === user.id);
    return mayResend ? () => resend.mutate(message.id) : undefined;
  };
  const text = useMessages(messagesMessages);
  const changes = useMessages(changesMessages);
  const can = useCan(ticket);
  const cannotRemove = can('retract') ? undefined : text('cannotRemove');
  const react = useReact(ticket.id);
  const isOpen = ticket.status === 'open';
  const mayAnswer = isOpen && (user.profile === 'admin' || ticket.userId === user.id);
  const actions = {
    ...cards,
    ...(isOpen && { reply: (message: Message) => quote(asQuoted(message)) }),
    ...(cannotRemove === undefined && { remove: setDoomed }),
    cannotRemove,
    cannotReact: can('reaction') ? undefined : changes('cannotReact'),
    cannotEdit: can('edit') ? undefined : changes('cannotEdit'),
    /** Of this ticket alone: earlier ones are closed. */
    reactTo: (message: Message) =>
      mayAnswer && isReactable(message) && (message.ticketId ?? message.ticket?.id) === ticket.id
        ? (emoji: string) => react.mutate({ message, emoji })
        : undefined,
    editOf: (message: Message) => (mayAnswer && isEditable(message, user.id, Date.now()) ? () => edit(message) : undefined),
    retryOf,
    discard: writing.discard,
    /** Nobody has got it: it goes without a question. */
    dropOf: (message: Message) => (message.user?.id === user.id ? () => drop.mutate(message.id) : undefined),
  };
  const question = doomed && <TakeBack message={doomed} ticketId={ticket.id} onDone={() => setDoomed(undefined)} />;
  return { actions, question };
}

/** Some channels take nothing back that was sent, and change nothing. One that is not known yet is asked, and may refuse. */
function useCan(ticket: Ticket): (feature: Feature) => boolean {
  const provider = useConnections().data?.find(({ id }) => id === ticket.whatsappId)?.provider;
  return (feature) => provider === undefined || featuresOf[provider].includes(feature);
}

function TakeBack({ message, ticketId, onDone }: { message: Message; ticketId: number; onDone: () => void }) {
  const text = useMessages(messagesMessages);
  const common = useMessages(commonMessages);
  const remove = useRemoveMessage(ticketId);
  return (
    <ConfirmDialog
      title={text('deleteTitle')}
      body={text('deleteBody')}
      confirm={common('delete')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(message.id, { onSettled: onDone })}
      onCancel={onDone}
    />
  );
}
