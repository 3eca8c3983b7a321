import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useFill } from '../../../platform/lists/useFill.ts';
import { Button } from '../../../ui/Button.tsx';
import { SearchIcon } from '../../../ui/icons/icons.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import type { NewTicketContact } from '../dialogs/new-ticket.data.ts';
import styles from '../list/TicketList.module.css';
import { Failed, type ListSetting, ListSkeleton, LoadingMore, useRowHeight } from '../list/TicketListView.tsx';
import { TicketRow } from '../list/TicketRow.tsx';
import { useRowFocus } from '../list/useRowFocus.ts';
import { ContactHit, Heading, MessageHit, ShowAllButton } from './FoundRows.tsx';
import { type FoundItem, foundItems } from './found.ts';
import type { TicketSearchState } from './SearchTools.tsx';
import { useContactsNamed, useFoundMessages, type useFoundTickets } from './search.data.ts';
import { searchMessages } from './search.messages.ts';

const heights: Record<Exclude<FoundItem['kind'], 'ticket'>, number> = { heading: 32, contact: 52, message: 52, more: 34 };
const nothing: never[] = [];

type SearchResultsProps = ListSetting & {
  search: TicketSearchState;
  tickets: ReturnType<typeof useFoundTickets>;
  onContact: (contact: NewTicketContact) => void;
};

/** Contacts, tickets and messages that match, each under its heading. */
export function SearchResults({ tickets, ...rest }: SearchResultsProps) {
  const rowHeight = useRowHeight();
  if (tickets.data) return <Results key={rowHeight} tickets={tickets} rowHeight={rowHeight} {...rest} />;
  return tickets.isError ? <Failed error={tickets.error} onRetry={() => void tickets.refetch()} /> : <ListSkeleton />;
}

function Results({ ref, search, tickets, rowHeight, onContact, selectedUuid, chosen, calls }: SearchResultsProps & { rowHeight: number }) {
  const text = useMessages(searchMessages);
  const scroller = useRef<HTMLDivElement>(null);
  const { items, total, isSettled, unfold, loadMore, isLoadingMore } = useFound(search.settled, tickets);
  const stops = useMemo(() => items.map((item) => ({ ticket: ticketOf(item), isStop: item.kind !== 'heading' })), [items]);
  const virtual = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const kind = items[index]?.kind ?? 'ticket';
      return kind === 'ticket' ? rowHeight : heights[kind];
    },
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 6,
    paddingStart: 4,
    paddingEnd: 4,
  });
  useRowFocus(ref, { stops, selectedUuid, scroller, scrollTo: (index) => virtual.scrollToIndex(index) });
  const fill = useFill(scroller, { count: items.length, loadMore });
  const row = (item: FoundItem) => {
    switch (item.kind) {
      case 'heading':
        return <Heading group={item.group} count={item.count} />;
      case 'contact':
        return <ContactHit contact={item.contact} onOpen={onContact} />;
      case 'message':
        return <MessageHit hit={item.hit} words={search.settled} />;
      case 'more':
        return <ShowAllButton onClick={() => unfold(item.group)} />;
      case 'ticket': {
        const { ticket } = item;
        const isChosen = chosen.size === 0 ? undefined : chosen.has(ticket.id);
        return <TicketRow {...{ ticket, isChosen }} isSelected={ticket.uuid === selectedUuid} {...calls} />;
      }
    }
  };
  return (
    <div className={styles.area}>
      <VisuallyHidden>
        <p role="status">{isSettled ? text(total === 1 ? 'resultsOne' : 'results', { n: total }) : ''}</p>
      </VisuallyHidden>
      <div className={styles.scroller} ref={scroller} onScroll={fill}>
        {items.length === 0 && isSettled && <NothingFound search={search} />}
        <ul className={styles.rows} aria-label={text('search')} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const item = items[index];
            return (
              item && (
                <li key={key} data-index={index} ref={virtual.measureElement} style={{ transform: `translateY(${start}px)` }}>
                  {row(item)}
                </li>
              )
            );
          })}
        </ul>
        {isLoadingMore && <LoadingMore />}
      </div>
    </div>
  );
}

function ticketOf(item: FoundItem) {
  if (item.kind === 'ticket') return item.ticket;
  return item.kind === 'message' ? (item.hit.ticket ?? undefined) : undefined;
}

function useFound(words: string, tickets: SearchResultsProps['tickets']) {
  const contacts = useContactsNamed(words, true);
  const messages = useFoundMessages(words, true);
  const [folded, setFolded] = useState<{ words: string; unfolded: ReadonlySet<'contacts' | 'tickets' | 'messages'> }>();
  const unfolded = folded?.words === words ? folded.unfolded : new Set<'contacts' | 'tickets' | 'messages'>();
  const pages = words === '' ? nothing : (messages.data?.pages ?? nothing);
  const people = words === '' ? nothing : (contacts.data?.contacts ?? nothing);
  const hits = pages.flatMap((page) => page.messages);
  const found = {
    contacts: people,
    contactCount: words === '' ? 0 : (contacts.data?.count ?? 0),
    tickets: tickets.data?.items ?? nothing,
    ticketCount: tickets.data?.count ?? 0,
    moreTickets: tickets.data?.hasMore ?? false,
    messages: hits,
    messageCount: pages[0]?.count ?? 0,
    unfolded,
  };
  return {
    items: foundItems(found),
    total: found.contactCount + found.ticketCount + found.messageCount,
    isSettled: !tickets.isFetching && !contacts.isFetching && !messages.isFetching,
    isLoadingMore: tickets.isLoadingMore || messages.isFetchingNextPage,
    /** The first time a group is shown in full, after that it grows by a page. */
    unfold(group: 'contacts' | 'tickets' | 'messages') {
      if (group === 'tickets' && unfolded.has('tickets')) void tickets.loadMore().catch(() => undefined);
      setFolded({ words, unfolded: new Set([...unfolded, group]) });
    },
    loadMore: async () => {
      if (hits.length === 0) return tickets.loadMore();
      if (!messages.hasNextPage || messages.isFetchingNextPage) return false;
      await messages.fetchNextPage();
      return true;
    },
  };
}

function NothingFound({ search }: { search: TicketSearchState }) {
  const text = useMessages(searchMessages);
  const common = useMessages(commonMessages);
  const clear = () => {
    search.setWords('');
    search.setTags([]);
    search.setUsers([]);
  };
  const isFiltered = search.settled !== '' || search.tags.length > 0 || search.users.length > 0;
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={search.settled === '' ? common('none') : common('nothingFound', { x: search.settled })}
      body={text(isFiltered ? 'noneFoundHint' : 'noneHint')}
      action={isFiltered && <Button onClick={clear}>{common('clearSearch')}</Button>}
    />
  );
}
