import { useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import { useMessages } from '../../platform/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { ChatIcon, ChatsIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Chat } from '../messages/Chat.tsx';
import { TicketManager } from './TicketManager.tsx';
import styles from './TicketsPage.module.css';
import { useTicketsLive } from './tickets.data.ts';
import { ticketsMessages } from './tickets.messages.ts';

/** The list and the conversation side by side; on a narrow screen one at a time. */
export function TicketsPage() {
  const text = useMessages(ticketsMessages);
  const [, params] = useRoute('/tickets/:uuid');
  const [, navigate] = useLocation();
  const uuid = params?.uuid;
  const [last, setLast] = useState(uuid);
  const [asked, setAsked] = useState(false);
  useTicketsLive();
  if (uuid !== undefined && uuid !== last) setLast(uuid);
  if (uuid !== undefined && asked) setAsked(false);
  const view = uuid !== undefined || asked ? 'ticket' : 'list';

  const choose = (wanted: 'ticket' | 'list') => {
    if (wanted === view) return;
    if (wanted === 'list') {
      setAsked(false);
      if (uuid !== undefined) navigate('/tickets');
    } else if (last === undefined) setAsked(true);
    else navigate(`/tickets/${last}`);
  };

  return (
    <div className={styles.page} data-view={view}>
      <VisuallyHidden>
        <h1>{text('title')}</h1>
      </VisuallyHidden>
      <div className={styles.panes}>
        <ErrorBoundary>
          <TicketManager selectedUuid={uuid} />
        </ErrorBoundary>
        <div className={styles.conversation}>
          <ErrorBoundary {...(uuid !== undefined && { resetKey: uuid })}>
            {uuid === undefined ? <Welcome onChoose={() => choose('list')} /> : <Chat key={uuid} uuid={uuid} />}
          </ErrorBoundary>
        </div>
      </div>
      <Switcher view={view} onChoose={choose} />
    </div>
  );
}

/** The two tabs at the foot of a narrow screen. */
function Switcher({ view, onChoose }: { view: 'ticket' | 'list'; onChoose: (view: 'ticket' | 'list') => void }) {
  const text = useMessages(ticketsMessages);
  return (
    <nav className={styles.switcher} aria-label={text('views')}>
      <button type="button" aria-current={view === 'ticket' ? 'page' : undefined} onClick={() => onChoose('ticket')}>
        <ChatIcon size={20} />
        {text('ticket')}
      </button>
      <button type="button" aria-current={view === 'list' ? 'page' : undefined} onClick={() => onChoose('list')}>
        <ChatsIcon size={20} />
        {text('tickets')}
      </button>
    </nav>
  );
}

function Welcome({ onChoose }: { onChoose: () => void }) {
  const text = useMessages(ticketsMessages);
  return (
    <div className={styles.welcome}>
      <span className={styles.mark}>
        <ChatsIcon size={28} />
      </span>
      <h2>{text('select')}</h2>
      <dl className={styles.hints}>
        <Hint keys={['J', 'K']} words={text('hintMove')} />
        <Hint keys={['A']} words={text('hintAccept')} />
        <Hint keys={['1', '2']} words={text('hintTabs')} />
      </dl>
      <span className={styles.choose}>
        <Button kind="primary" onClick={onChoose}>
          {text('choose')}
        </Button>
      </span>
    </div>
  );
}

function Hint({ keys, words }: { keys: string[]; words: string }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{words}</dd>
    </div>
  );
}
