import { contactsApi } from '@prosa/contracts/contacts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import { useDebounced } from '../../platform/forms/debounce.ts';

const minLetters = 3;

/** Contacts by name or number, once enough is typed and the typing rests. */
export function useFoundContacts(words: string) {
  const settled = useDebounced(words.trim().toLowerCase());
  const isEnough = settled.length >= minLetters;
  const found = useQuery({
    queryKey: ['contacts', 'found', settled],
    queryFn: () => call(contactsApi.list, { query: { searchParam: settled } }),
    enabled: isEnough,
    staleTime: 0,
  });
  const contacts = isEnough ? (found.data?.contacts.filter(({ isGroup }) => !isGroup) ?? []) : [];
  /** How many a search finds in all; groups among them. */
  const count = isEnough ? (found.data?.count ?? 0) : 0;
  return { contacts, count, isNothing: isEnough && found.data !== undefined && contacts.length === 0 };
}
