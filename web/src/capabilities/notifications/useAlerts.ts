import type { Message } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { useSyncExternalStore } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { notify } from '../../platform/browser/notices.ts';
import { formatTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { showOnDesktop } from './desktop.ts';
import { inOneTab } from './in-one-tab.ts';
import { useUnread } from './notifications.data.ts';
import { notificationsMessages } from './notifications.messages.ts';
import { ring } from './sounds.ts';
import { isBeingRead, isNotified, shouldPlaySound, type Unread } from './unread.ts';
import { useLastText } from './useLastText.ts';

const nothing: Unread = { tickets: [], beyond: 0, inDoubt: false };

/** Unread tickets, with sounds and desktop notifications for new messages. */
export function useAlerts(): Unread {
  const text = useMessages(notificationsMessages);
  const { user } = useSession();
  const [path] = useLocation();
  const navigate = useNavigate();
  const lastText = useLastText();
  const beside = new URLSearchParams(useSearch()).get('ticket') ?? undefined;
  const uuid = path === '/kanban' ? beside : /^\/tickets\/([^/]+)/.exec(path)?.[1];
  const looking = { uuid, isVisible: useVisible() };

  const open = ({ uuid }: Ticket) => navigate(`/tickets/${uuid}`);
  const alert = (ticket: Ticket, title: string) => {
    ring(ticket.status === 'pending' ? 'waiting' : 'message');
    if (!document.hidden) return;
    const { profilePicUrl } = ticket.contact;
    showOnDesktop({
      title,
      body: lastText(ticket),
      tag: `ticket-${ticket.id}`,
      icon: profilePicUrl || undefined,
      onClick: () => open(ticket),
    });
  };
  const onArrival = (message: Message, ticket: Ticket) => {
    const { name } = ticket.contact;
    const arrival = { fromMe: message.fromMe, ticket };
    const title = () => text('messageFrom', { name, time: formatTime(message.createdAt) });
    if (shouldPlaySound(arrival, user, looking)) void inOneTab(`message-${message.id}`, () => alert(ticket, title()));
    // Seen here, so no other tab need speak of it.
    else if (!message.fromMe && isNotified(ticket, user)) void inOneTab(`message-${message.id}`, () => undefined);
  };
  const onGiven = (ticket: Ticket, colleague: string) => {
    const words = text('given', { colleague, name: ticket.contact.name });
    if (!isBeingRead(ticket, looking)) notify('info', words, { action: { label: text('open'), onAction: () => open(ticket) } });
    void inOneTab(`given-${ticket.id}`, () => alert(ticket, words));
  };
  const { data = nothing } = useUnread({ onArrival, onGiven });
  // What is being read is about to be marked so; a count that flickers says nothing.
  const tickets = data.tickets.filter((ticket) => !isBeingRead(ticket, looking));
  return tickets.length === data.tickets.length ? data : { ...data, tickets };
}

function useVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => !document.hidden,
  );
}
