import {
  type ContactList,
  type ContactListImport,
  type ContactListItem,
  ContactListItemInput,
  contactListItemsApi,
  contactListItemsLive,
  contactListLive,
  contactListsApi,
  sheetFile,
} from '@prosa/contracts/contact-lists';
import { plainText } from '@prosa/contracts/plain-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, callMultipart } from '../../platform/api/api.ts';
import type { Filled } from '../../platform/forms/draft.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';

/** As the database sorts, by code point. */
const byName = (a: { id: number; name: string }, b: { id: number; name: string }) =>
  a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1;

export const contactLists: Records<ContactList> = {
  key: ['contact-lists'],
  fetchPage: async (query) => {
    const { records, ...rest } = await call(contactListsApi.list, { query });
    return { items: records, ...rest };
  },
  compare: byName,
  isFound: ({ name }, search) => plainText(name).includes(plainText(search)),
  useNews: (hear) =>
    useLive(contactListLive, (event) =>
      hear(event.action === 'delete' ? { gone: event.id } : { row: event.record, isNew: event.action === 'create' }),
    ),
  remove: (id) => call(contactListsApi.remove, { params: { id } }),
};

export const saveContactList = (id: number | undefined, name: string) =>
  id === undefined ? call(contactListsApi.create, { body: { name } }) : call(contactListsApi.update, { params: { id }, body: { name } });

/** One list, its name and how many are on it current while it is seen. */
export function useContactList(id: number) {
  const queryClient = useQueryClient();
  const queryKey = ['contact-lists', 'one', id];
  useLive(contactListLive, (event) => {
    if (event.action === 'delete') {
      if (event.id === id) void queryClient.invalidateQueries({ queryKey });
    } else if (event.record.id === id) queryClient.setQueryData<ContactList>(queryKey, event.record);
  });
  return useQuery({ queryKey, queryFn: () => call(contactListsApi.show, { params: { id } }), retry: false });
}

export const validities = ['all', 'true', 'false'] as const;
export type Validity = (typeof validities)[number];

/** The people of a list. Where many change at once, what is seen is loaded anew. */
export function itemsOf(contactListId: number, validity: Validity): Records<ContactListItem> {
  const key = ['contact-list-items', String(contactListId), validity];
  return {
    key,
    fetchPage: async (query) => {
      const filter = validity === 'all' ? {} : { isWhatsappValid: validity };
      const { contacts, ...rest } = await call(contactListItemsApi.list, { query: { ...query, ...filter, contactListId } });
      return { items: contacts, ...rest };
    },
    compare: byName,
    isFound: ({ name, number, email, isWhatsappValid }, search) =>
      (validity === 'all' || String(isWhatsappValid) === validity) && plainText(`${name}\n${number}\n${email}`).includes(plainText(search)),
    useNews(hear) {
      const queryClient = useQueryClient();
      useLive(contactListItemsLive.at({ listId: contactListId }), (event) => {
        if (event.action === 'reload') void queryClient.invalidateQueries({ queryKey: [...key, 'page'] });
        else hear(event.action === 'delete' ? { gone: event.id } : { row: event.record, isNew: event.action === 'create' });
      });
    },
    remove: (id) => call(contactListItemsApi.remove, { params: { id } }),
  };
}

export const ItemForm = ContactListItemInput.omit({ contactListId: true, companyId: true });
export type ItemValues = Filled<z.input<typeof ItemForm>>;
export const saveItem = (contactListId: number, id: number | undefined, body: z.output<typeof ItemForm>) =>
  id === undefined
    ? call(contactListItemsApi.create, { body: { ...body, contactListId } })
    : call(contactListItemsApi.update, { params: { id }, body });

export type SheetComplaint = 'wrongSheet' | 'largeSheet';
/** What is wrong with a file that somebody wants to import, as far as can be told without opening it. */
export function complaintOf({ name, size }: Pick<File, 'name' | 'size'>): SheetComplaint | undefined {
  if (!sheetFile.name.test(name)) return 'wrongSheet';
  return size > sheetFile.maxBytes ? 'largeSheet' : undefined;
}

export function useUploadSheet(listId: number) {
  return useMutation({
    mutationFn: (file: File) => callMultipart(contactListsApi.upload, { params: { id: listId } }, [file]),
    meta: { quiet: true },
  });
}

const lookAgainAfter = 700;
/** How far an import is, until it is finished. */
export function useImport(listId: number, importId: number | undefined) {
  return useQuery({
    queryKey: ['contact-lists', 'import', listId, importId],
    queryFn: (): Promise<ContactListImport> => call(contactListsApi.showImport, { params: { id: listId, importId: importId ?? 0 } }),
    enabled: importId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'finished' ? false : lookAgainAfter),
  });
}

type Wanted = { contactIds: number[] } | { tagId: number } | { searchParam: string };
export function useAddContacts(listId: number) {
  return useMutation({ mutationFn: (body: Wanted) => call(contactListsApi.addContacts, { params: { id: listId }, body }) });
}
