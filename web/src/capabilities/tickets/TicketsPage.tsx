import { type CSSProperties, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useRoute, useSearchParams } from 'wouter';
import { useLostFocus } from '../../platform/browser/focus-keeper.ts';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { commandKey } from '../../platform/browser/shortcuts.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { ChatIcon, ChatsIcon } from '../../ui/icons/icons.tsx';
import { ErrorBoundary } from '../../ui/page/ErrorBoundary.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useRefusals } from '../chat/messages/changes.data.ts';
import { useThreadsLive } from '../chat/messages/messages.data.ts';
import { useIsNewCompany } from '../onboarding/onboarding.ts';
import { CustomerActivityProvider } from '../ticket-store/CustomerActivity.tsx';
import { focusNearRow } from '../ticket-store/current-row.ts';
import { currentTicket, useCurrentTicket } from '../ticket-store/current-ticket.ts';
import { useTicketsLive } from '../ticket-store/tickets-live.data.ts';
import { Conversations } from './Conversations.tsx';
import { ListResizer, useListWidth } from './list/ListResizer.tsx';
import { TabBar } from './TabBar.tsx';
import { TicketCommands } from './TicketCommands.tsx';
import { TicketManager } from './TicketManager.tsx';
import styles from './TicketsPage.module.css';
import { ticketsMessages } from './tickets.messages.ts';

const OnboardingCard = lazy(async () => ({ default: (await import('../onboarding/OnboardingCard.tsx')).OnboardingCard }));

const ContactThread = lazy(async () => ({ default: (await import('../chat/thread/ContactThread.tsx')).ContactThread }));

/** The list and the conversation side by side; on a narrow screen one at a time. */
export function TicketsPage() {
  const text = useMessages(ticketsMessages);
  const [, params] = useRoute('/tickets/:uuid');
  const navigate = useNavigate();
  const uuid = params?.uuid;
  useCurrentTicket(uuid);
  const [asked, setAsked] = useState(false);
  const width = useListWidth();
  useTicketsLive();
  useThreadsLive();
  useRefusals();
  if (uuid !== undefined && asked) setAsked(false);
  const alone = useContactAlone(uuid);
  const view = uuid !== undefined || alone || asked ? 'ticket' : 'list';
  const page = useRef<HTMLDivElement>(null);
  useLostFocus(page, focusNearRow);

  const choose = (wanted: 'ticket' | 'list') => {
    if (wanted === view) return;
    if (wanted === 'list') {
      setAsked(false);
      if (uuid !== undefined || alone) navigate('/tickets');
    } else if (currentTicket() === undefined) setAsked(true);
    else navigate(`/tickets/${currentTicket()}`);
  };

  return (
    <div ref={page} className={styles.page} data-view={view} data-in-conversation={uuid !== undefined || alone !== undefined || undefined}>
      <VisuallyHidden>
        <h1>{text('title')}</h1>
      </VisuallyHidden>
      {uuid !== undefined && <TicketCommands uuid={uuid} />}
      <CustomerActivityProvider>
        <div id={panesId} className={styles.panes} style={widthOf(width.value)}>
          <div className={styles.list} data-region>
            <ErrorBoundary>
              <TicketManager selectedUuid={uuid} />
            </ErrorBoundary>
            <ListResizer width={width} />
          </div>
          <div className={styles.conversation} data-region>
            <ErrorBoundary {...(uuid !== undefined && { resetKey: uuid })}>
              {alone && (
                <Suspense>
                  <ContactThread key={`${alone.contactId}-${alone.whatsappId}`} {...alone} />
                </Suspense>
              )}
              {uuid === undefined && !alone && <Welcome onChoose={() => choose('list')} />}
              <Conversations uuid={uuid} />
            </ErrorBoundary>
          </div>
        </div>
      </CustomerActivityProvider>
      <Switcher view={view} onChoose={choose} />
    </div>
  );
}

/** A contact without a ticket, whose messages are only read. */
function useContactAlone(uuid: string | undefined): { contactId: number; whatsappId: number } | undefined {
  const [query] = useSearchParams();
  const [contactId, whatsappId] = [Number(query.get('contact')), Number(query.get('whatsapp'))];
  return uuid === undefined && contactId > 0 && whatsappId > 0 ? { contactId, whatsappId } : undefined;
}

const panesId = 'tickets-panes';
const widthOf = (value: number): CSSProperties & { '--list-width': string } => ({ '--list-width': `${value}px` });

/** The two tabs at the foot of a narrow screen. */
function Switcher({ view, onChoose }: { view: 'ticket' | 'list'; onChoose: (view: 'ticket' | 'list') => void }) {
  const text = useMessages(ticketsMessages);
  return (
    <TabBar
      label={text('views')}
      className={styles.switcher}
      panelId={panesId}
      chosen={view}
      onChoose={onChoose}
      tabs={[
        { name: 'ticket', content: <Tab icon={<ChatIcon size={20} />} words={text('ticket')} /> },
        { name: 'list', content: <Tab icon={<ChatsIcon size={20} />} words={text('tickets')} /> },
      ]}
    />
  );
}

function Tab({ icon, words }: { icon: ReactNode; words: string }) {
  return (
    <>
      {icon}
      {words}
    </>
  );
}

function Welcome({ onChoose }: { onChoose: () => void }) {
  const text = useMessages(ticketsMessages);
  const isNew = useIsNewCompany();
  return (
    <div className={styles.welcome}>
      {isNew && (
        <Suspense>
          <OnboardingCard />
        </Suspense>
      )}
      <span className={styles.mark}>
        <ChatsIcon size={28} />
      </span>
      <h2>{text('welcome')}</h2>
      <dl className={styles.hints}>
        <Hint keys={['J', 'K']} words={text('hintMove')} />
        <Hint keys={[commandKey, 'K']} words={text('hintPalette')} />
        <Hint keys={['?']} words={text('hintSheet')} />
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
