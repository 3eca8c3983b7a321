import { useState } from 'react';
import { Link, Router, useSearchParams } from 'wouter';
import { NavigateContext } from '../../platform/browser/navigation.ts';
import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { useDebounced } from '../../platform/forms/debounce.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { CloseIcon } from '../../ui/icons/icons.tsx';
import { ErrorBoundary } from '../../ui/page/ErrorBoundary.tsx';
import { Chat } from '../chat/Chat.tsx';
import { useRefusals } from '../chat/messages/changes.data.ts';
import { useThreadsLive } from '../chat/messages/messages.data.ts';
import { HasNoRoomBeside } from '../chat/useDrawer.ts';
import { useQueues } from '../queues/queues.data.ts';
import { queuesMessages } from '../queues/queues.messages.ts';
import { useTags } from '../tags/tags.data.ts';
import type { BoardFilter } from '../ticket-store/board.patch.ts';
import { CustomerActivityProvider } from '../ticket-store/CustomerActivity.tsx';
import { useTicketsLive } from '../ticket-store/tickets-live.data.ts';
import { FilterPopover } from '../tickets/search/FilterPopover.tsx';
import { useColleagues } from '../tickets/search/search.data.ts';
import { navigateBeside, useLocationBeside } from './beside.ts';
import styles from './Kanban.module.css';
import { KanbanBoard } from './KanbanBoard.tsx';
import { kanbanMessages } from './kanban.messages.ts';

/** The board, and beside it the conversation of the card that is open. */
export function KanbanPage() {
  const text = useMessages(kanbanMessages);
  const [query, setQuery] = useSearchParams();
  const uuid = query.get('ticket') ?? undefined;
  const open = (next: string | undefined) => setQuery(next === undefined ? {} : { ticket: next });
  const { filter, tools } = useBoardFilter();
  useCommercialNotices();
  useTicketsLive();
  useThreadsLive();
  useRefusals();
  return (
    <CustomerActivityProvider>
      <div className={styles.page} data-beside={uuid !== undefined || undefined}>
        <div className={styles.main} data-region>
          <header className={styles.head}>
            <h1>{text('title')}</h1>
            {tools}
          </header>
          <ErrorBoundary>
            <KanbanBoard filter={filter} openUuid={uuid} onOpen={open} />
          </ErrorBoundary>
        </div>
        {uuid !== undefined && (
          <aside className={styles.beside} data-region>
            <span className={styles.close}>
              <Link href={`/tickets/${uuid}`} className={styles.see}>
                {text('seeTicket')}
              </Link>
              <IconButton label={text('close')} onClick={() => open(undefined)}>
                <CloseIcon size={16} />
              </IconButton>
            </span>
            <ErrorBoundary resetKey={uuid}>
              <Router hook={useLocationBeside}>
                <NavigateContext value={navigateBeside}>
                  <HasNoRoomBeside value={true}>
                    <Chat key={uuid} uuid={uuid} />
                  </HasNoRoomBeside>
                </NavigateContext>
              </Router>
            </ErrorBoundary>
          </aside>
        )}
      </div>
    </CustomerActivityProvider>
  );
}

function useBoardFilter() {
  const text = useMessages(kanbanMessages);
  const queueText = useMessages(queuesMessages);
  const { user } = useSession();
  const isAdmin = user.profile === 'admin';
  const [words, setWords] = useState('');
  const [queueIds, setQueueIds] = useState<number[]>([]);
  const [users, setUsers] = useState<number[]>([]);
  const [tags, setTags] = useState<number[]>([]);
  const typed = words.trim().toLowerCase();
  const rested = useDebounced(typed);
  const all = useQueues().data ?? [];
  const queues = isAdmin ? all : user.queues;
  const colleagues = useColleagues(isAdmin).data ?? [];
  const plainTags = (useTags().data ?? []).filter(({ kanban }) => kanban === 0);
  const filter: BoardFilter = { search: typed === '' ? '' : rested, queueIds, users, tags };
  const nothing = text('nothing');
  const tools = (
    <div className={styles.tools}>
      <SearchField value={words} onChange={setWords} />
      <FilterPopover label={queueText('queues')} options={queues} chosen={queueIds} onChoose={setQueueIds} nothing={nothing} />
      {isAdmin && <FilterPopover label={text('users')} options={colleagues} chosen={users} onChoose={setUsers} nothing={nothing} />}
      <FilterPopover label={text('tags')} options={plainTags} chosen={tags} onChoose={setTags} nothing={nothing} />
    </div>
  );
  return { filter, tools };
}
