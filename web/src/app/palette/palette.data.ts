import { contactsApi } from '@prosa/contracts/contacts';
import { quickMessagesApi } from '@prosa/contracts/quick-messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import { useDebounced } from '../../platform/forms/debounce.ts';
import { useCan } from '../../platform/session/session.tsx';

const minLetters = 2;
const debounceMilliseconds = 250;
const maxPerGroup = 5;

/** Tickets, contacts and quick messages that match what is typed, a few of each. */
export function usePaletteSearch(typed: string) {
  const showAll = useCan('tickets-manager:showall');
  const words = useDebounced(typed.trim().toLowerCase(), debounceMilliseconds);
  const enabled = words.length >= minLetters && typed.trim() !== '';
  const tickets = useQuery({
    queryKey: ['palette', 'tickets', words],
    enabled,
    staleTime: 0,
    queryFn: () => call(ticketsApi.list, { query: { searchParam: words, showAll: showAll ? 'true' : 'false' } }),
  });
  const contacts = useQuery({
    queryKey: ['contacts', 'found', words],
    enabled,
    staleTime: 0,
    queryFn: () => call(contactsApi.list, { query: { searchParam: words } }),
  });
  const quickMessages = useQuery({
    queryKey: ['palette', 'quick-messages', words],
    enabled,
    staleTime: 10_000,
    queryFn: () => call(quickMessagesApi.list, { query: { searchParam: words } }),
  });
  return {
    quickMessages: enabled ? (quickMessages.data?.records.slice(0, maxPerGroup) ?? []) : [],
    tickets: enabled ? (tickets.data?.tickets.slice(0, maxPerGroup) ?? []) : [],
    contacts: enabled ? (contacts.data?.contacts.slice(0, maxPerGroup) ?? []) : [],
    isSearching: enabled && (tickets.isFetching || contacts.isFetching || quickMessages.isFetching),
  };
}
