import type { SavedFilter } from '@prosa/contracts/saved-filters';
import type { Ticket, TicketStatus } from '@prosa/contracts/tickets';
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useCommands } from '../../platform/browser/commands.ts';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { ChatIcon, CheckIcon } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { useBulkActions } from '../ticket-actions/useBulkActions.ts';
import { useTicketActions } from '../ticket-actions/useTicketActions.ts';
import { offerNearRow } from '../ticket-store/current-row.ts';
import { Tour } from '../tour/Tour.tsx';
import { SelectionBar } from './bulk/SelectionBar.tsx';
import { type Selection, useSelection } from './bulk/useSelection.ts';
import { useTicketDialogs } from './dialogs/useTicketDialogs.tsx';
import { narrowed } from './filters/applied-filter.ts';
import type { ChipsHandle } from './filters/FilterChips.tsx';
import { type SavedFilters, useSavedFilters } from './filters/useSavedFilters.ts';
import { type ListSetting, ListSkeleton, TicketListView } from './list/TicketListView.tsx';
import { useTicketList } from './list/ticket-list.data.ts';
import type { ListHandle } from './list/useRowFocus.ts';
import { ManagerHead, type ManagerTab } from './ManagerHead.tsx';
import { SearchTools, useTicketSearch } from './search/SearchTools.tsx';
import { useFoundTickets } from './search/search.data.ts';
import { useTicketFilters } from './search/useTicketFilters.ts';
import styles from './TicketManager.module.css';
import { ticketsMessages } from './tickets.messages.ts';
import { useListKeys } from './useListKeys.ts';
import { useRowCalls } from './useRowCalls.ts';

const SearchResults = lazy(async () => ({ default: (await import('./search/SearchResults.tsx')).SearchResults }));
// Fetched once there are filters: the list is there before.
const FilterChips = lazy(async () => ({ default: (await import('./filters/FilterChips.tsx')).FilterChips }));
const NothingFiltered = lazy(async () => ({ default: (await import('./filters/NothingFiltered.tsx')).NothingFiltered }));

const noTickets: Ticket[] = [];

/** The ticket lists on the left. */
export function TicketManager({ selectedUuid }: { selectedUuid: string | undefined }) {
  const text = useMessages(ticketsMessages);
  const panelId = useId();
  const root = useRef<HTMLElement>(null);
  const [tab, setTab] = useState<ManagerTab>('open');
  const { saved, lists, found } = useLists(tab);
  const { filters, search, applied } = saved;
  const shown = tab === 'search' ? found : lists[tab];
  const selection = useSelection(shown.data?.items ?? noTickets);
  const actions = useTicketActions();
  const dialogs = useTicketDialogs();
  const follow = useFollowAccepted(root, selectedUuid, () => setTab((now) => (now === 'pending' ? 'open' : now)));
  const accept = async (ticket: Ticket) => {
    if (await actions.accept(ticket)) follow(ticket.uuid);
  };
  const calls = useRowCalls({ actions, dialogs, selection, accept: (ticket) => void accept(ticket) });
  const setting = useListSetting({ tab, selectedUuid, selection, calls });
  const field = useSearchFocus(tab);
  const chips = useRef<ChipsHandle>(null);
  const { choose, toggleFilter } = useChoosing({ tab, setTab, saved, selection, field });
  useManagerKeys({ root, handle: setting.ref, chips, choose, selection, dialogs, accept });
  useComeBack(root, setting.ref, tab);
  const names = { open: text('assigned'), pending: text('pending'), closed: text('closed'), search: text('search') };
  return (
    <section ref={root} className={styles.manager} aria-label={text('title')}>
      <ManagerHead
        tab={tab}
        onChoose={choose}
        panelId={panelId}
        filters={filters}
        counts={{ open: lists.open.data?.count, pending: lists.pending.data?.count }}
        onNew={() => dialogs.newTicket()}
      />
      {tab === 'search' && <SearchTools search={search} field={field.ref} />}
      {saved.isWanted && (
        <Suspense>
          <FilterChips ref={chips} saved={saved} onToggle={toggleFilter} onEmptied={() => focusTab(root.current)} />
        </Suspense>
      )}
      <SelectionActions selection={selection} dialogs={dialogs} />
      <div id={panelId} role="tabpanel" aria-label={names[tab]} className={styles.panel}>
        {tab === 'search' ? (
          <Suspense fallback={<ListSkeleton />}>
            <SearchResults search={search} tickets={found} onContact={dialogs.newTicket} {...setting} />
          </Suspense>
        ) : (
          <TicketListView
            key={tab}
            label={names[tab]}
            list={lists[tab]}
            empty={<Empty tab={tab} onSeePending={() => choose('pending')} onClear={applied && saved.clear} />}
            {...setting}
          />
        )}
      </div>
      <Tour />
      {dialogs.layers}
    </section>
  );
}

type Choosing = {
  tab: ManagerTab;
  setTab: (tab: ManagerTab) => void;
  saved: SavedFilters;
  selection: Selection;
  field: ReturnType<typeof useSearchFocus>;
};

/** Another list, or another filter. Words are looked for on one tab: a filter that holds some is applied there alone. */
function useChoosing({ tab, setTab, saved, selection, field }: Choosing) {
  const { applied } = saved;
  return {
    choose: (next: ManagerTab, byHand = false) => {
      if (next !== tab) selection.clear();
      if (next !== 'search' && applied && applied.words !== '') saved.clear();
      setTab(next);
      if (next === 'search' && byHand) field.focus();
    },
    toggleFilter: (filter: SavedFilter) => {
      saved.toggle(filter);
      selection.clear();
      if (filter.id !== applied?.id && filter.searchParam !== '') setTab('search');
    },
  };
}

/** As long as the place of a row that has just left is kept, and a little more. */
const followAfter = 1_500;

/**
 * Whom one accepts goes on in the list of those who are served, where its row is the chosen one. Not while the pointer is over the
 * list: who takes several one after the other stays where they wait.
 */
function useFollowAccepted(root: RefObject<HTMLElement | null>, selectedUuid: string | undefined, go: () => void) {
  const [accepted, setAccepted] = useState<string>();
  const follow = useEffectEvent(go);
  useEffect(() => {
    if (accepted === undefined || accepted !== selectedUuid) return undefined;
    const timer = setInterval(() => {
      if (root.current?.matches(':hover')) return;
      setAccepted(undefined);
      follow();
    }, followAfter);
    return () => clearInterval(timer);
  }, [accepted, selectedUuid, root]);
  return setAccepted;
}

const focusTab = (root: HTMLElement | null) => root?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();

function useLists(tab: ManagerTab) {
  const saved = useSavedFilters({ filters: useTicketFilters(), search: useTicketSearch() }, tab);
  const { filters, search, applied } = saved;
  const listOf = (status: TicketStatus) => narrowed(filters.filter(status), applied);
  return {
    saved,
    lists: {
      open: useTicketList(listOf('open'), filters.ready),
      pending: useTicketList(listOf('pending'), filters.ready),
      closed: useTicketList(listOf('closed'), filters.ready && tab === 'closed'),
    },
    found: useFoundTickets(
      { words: search.settled, tags: search.tags, users: search.users, queueIds: filters.narrowed },
      filters.ready && tab === 'search',
    ),
  };
}

/** What each list is given, and where each was scrolled to. */
function useListSetting({
  tab,
  selectedUuid,
  selection,
  calls,
}: { tab: ManagerTab; selection: Selection } & Pick<ListSetting, 'selectedUuid' | 'calls'>) {
  const ref = useRef<ListHandle>(null);
  const places = useRef(new Map<ManagerTab, number>());
  return {
    ref,
    selectedUuid,
    calls,
    chosen: selection.ids,
    place: { get: () => places.current.get(tab) ?? 0, set: (offset: number) => void places.current.set(tab, offset) },
  };
}

/** The field is there only once its tab is shown. */
function useSearchFocus(tab: ManagerTab) {
  const ref = useRef<HTMLInputElement>(null);
  const [wish, setWish] = useState(0);
  useEffect(() => {
    if (wish > 0 && tab === 'search') ref.current?.focus();
  }, [wish, tab]);
  return { ref, focus: () => setWish((now) => now + 1) };
}

type ManagerKeysInput = {
  root: RefObject<HTMLElement | null>;
  handle: RefObject<ListHandle | null>;
  chips: RefObject<ChipsHandle | null>;
  choose: (tab: ManagerTab, byHand?: boolean) => void;
  selection: Selection;
  dialogs: ReturnType<typeof useTicketDialogs>;
  accept: (ticket: Ticket) => Promise<void>;
};
function useManagerKeys({ root, handle, chips, choose, selection, dialogs, accept }: ManagerKeysInput): void {
  useListCommands(choose);
  const navigate = useNavigate();
  useListKeys(root, {
    onMove: (step) => handle.current?.move(step),
    onStep: (step) => {
      const next = handle.current?.neighbour(step);
      if (next) navigate(`/tickets/${next.uuid}`);
      else handle.current?.move(step);
    },
    onTab: choose,
    onSearch: () => choose('search', true),
    onNew: () => dialogs.newTicket(),
    onFilters: () => chips.current?.focus(),
    onAccept: () => {
      const ticket = handle.current?.focused();
      if (ticket?.status === 'pending') void accept(ticket);
    },
    onSelect: () => {
      const ticket = handle.current?.focused();
      if (ticket) selection.toggle(ticket.id);
    },
    onEscape: selection.ids.size > 0 ? selection.clear : undefined,
  });
}

/**
 * When a row leaves, or a conversation ends, who works by keyboard goes on at the row next to it. Not among those who wait: the key
 * that accepted one, pressed once more, would accept the next.
 */
function useComeBack(root: RefObject<HTMLElement | null>, handle: RefObject<ListHandle | null>, tab: ManagerTab): void {
  const comeBack = useEffectEvent(() => {
    if (root.current?.checkVisibility?.() === false) return false;
    if (tab !== 'pending' && handle.current?.comeBack()) return true;
    const chosen = [...(root.current?.querySelectorAll<HTMLElement>('[role=tab][aria-selected=true]') ?? [])].at(-1);
    chosen?.focus({ preventScroll: true });
    return chosen !== undefined && chosen === document.activeElement;
  });
  useEffect(() => offerNearRow(() => comeBack()), []);
}

/** The lists, for the palette. */
function useListCommands(choose: (tab: ManagerTab, byHand?: boolean) => void): void {
  const text = useMessages(ticketsMessages);
  useCommands([
    { id: 'list-open', label: text('seeOpen'), keys: ['1'], run: () => choose('open') },
    { id: 'list-pending', label: text('seePending'), keys: ['P'], run: () => choose('pending') },
    { id: 'list-closed', label: text('seeClosed'), keys: ['2'], run: () => choose('closed') },
  ]);
}

function SelectionActions({ selection, dialogs }: { selection: Selection<Ticket>; dialogs: ReturnType<typeof useTicketDialogs> }) {
  const bulk = useBulkActions();
  const { chosen, clear, ids } = selection;
  // When everything chosen has left the list, there is nothing chosen any more.
  const forget = useEffectEvent(clear);
  const isEmpty = ids.size > 0 && chosen.length === 0;
  useEffect(() => {
    if (isEmpty) forget();
  }, [isEmpty]);
  if (chosen.length === 0) return null;
  const then = (work: Promise<void>) => {
    clear();
    void work;
  };
  return (
    <SelectionBar
      chosen={chosen}
      onAccept={() => then(bulk.accept(chosen))}
      onResolve={() => then(bulk.resolve(chosen))}
      onTransfer={() => dialogs.transfer(chosen, clear)}
      onTag={() => dialogs.tags(chosen, clear)}
      onClear={clear}
    />
  );
}

type EmptyProps = { tab: Exclude<ManagerTab, 'search'>; onSeePending: () => void; onClear: (() => void) | undefined };
function Empty({ tab, onSeePending, onClear }: EmptyProps) {
  const text = useMessages(ticketsMessages);
  if (onClear)
    return (
      <Suspense>
        <NothingFiltered onClear={onClear} />
      </Suspense>
    );
  if (tab === 'pending') return <EmptyState icon={<CheckIcon />} title={text('nonePending')} body={text('noCustomer')} />;
  if (tab === 'closed') return <EmptyState icon={<ChatIcon />} title={text('noneClosed')} body={text('noneClosedHint')} />;
  return (
    <EmptyState
      icon={<ChatIcon />}
      title={text('noneAssigned')}
      body={text('takeNext')}
      action={<Button onClick={onSeePending}>{text('seePending')}</Button>}
    />
  );
}
