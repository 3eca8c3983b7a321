import { useMemo } from 'react';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { messagesMessages } from '../messages/messages.messages.ts';
import { threadItems } from '../messages/thread.ts';
import { ThreadActionsContext } from '../messages/thread-actions.ts';
import styles from './ContactThread.module.css';
import { useContactThread } from './contact-thread.data.ts';
import { ThreadRow } from './ThreadRow.tsx';

const noOutbox = { entries: [], stored: new Map<number, string>() };

/** What was sent to somebody who never had a ticket on this connection: to be read, not answered. */
export function ContactThread({ contactId, whatsappId }: { contactId: number; whatsappId: number }) {
  const text = useMessages(messagesMessages);
  const common = useMessages(commonMessages);
  const { user } = useSession();
  const { contact, messages, isError, hasMore, isLoadingOlder, loadOlder, refetch } = useContactThread(contactId, whatsappId);
  const items = useMemo(
    () => threadItems({ messages: messages ?? [], outbox: noOutbox, userId: user.id, ticketId: 0, hasMore }),
    [messages, user.id, hasMore],
  );
  const name = contact?.name ?? '';
  const actions = useMemo(
    () => ({ contactName: name, isGroup: false, isShown: true, jumpTo: () => undefined, view: () => undefined }),
    [name],
  );
  return (
    <section className={styles.thread} aria-label={text('conversation', { name })}>
      <header className={styles.head}>
        <h2>{name}</h2>
        <p>{text('withoutTicket')}</p>
      </header>
      {isError && <Button onClick={refetch}>{common('tryAgain')}</Button>}
      <div className={styles.log} role="log" aria-label={text('messages')}>
        {hasMore && (
          <Button onClick={loadOlder} disabled={isLoadingOlder}>
            {text('older')}
          </Button>
        )}
        <ThreadActionsContext value={actions}>
          {items.map((item) => (
            <ThreadRow key={item.key} item={item} />
          ))}
        </ThreadActionsContext>
      </div>
    </section>
  );
}
