import { type Contact, contactLive, contactsApi, contactsExport } from '@prosa/contracts/contacts';
import { endpoint } from '@prosa/contracts/kit';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callForFile, callMultipart } from '../../platform/api/api.ts';
import type { Change } from '../../platform/lists/long-list.ts';
import { type LongListView, useLongList } from '../../platform/lists/useLongList.ts';
import { useLive } from '../../platform/live/live.ts';
import { byName, isFound } from './contact-order.ts';

export const contactListsKey = ['contacts', 'list'];
const exportFile = endpoint('GET', contactsExport.path, { reply: z.string() });

/** The contacts a search finds, in the order of names, current while they are seen. */
export function useContactList(search: string): LongListView<Contact> {
  const rows = useLongList<Contact>({
    key: [...contactListsKey, search],
    compare: byName,
    fetchPage: async (pageNumber) => {
      const { contacts, count, hasMore } = await call(contactsApi.list, { query: { searchParam: search, pageNumber } });
      return { items: contacts, count, hasMore };
    },
  });
  useLive(contactLive, (event) => rows.hear(changeOf(event, search)));
  return rows;
}

function changeOf(event: z.output<typeof contactLive.message>, search: string): Change<Contact> {
  if (event.action === 'delete') return { kind: 'drop', id: event.contactId };
  return { kind: 'put', row: event.contact, isNew: event.action === 'create', belongs: isFound(event.contact, search) };
}

export function useRemoveContact() {
  return useMutation({ mutationFn: (id: number) => call(contactsApi.remove, { params: { id } }) });
}

/** Answers at once; how far it is comes as `contactsImport` events. */
export function useImportPhoneBook() {
  return useMutation({ mutationFn: () => call(contactsApi.importPhoneBook, { body: {} }) });
}

export type FileImport = z.output<typeof contactsApi.importFile.reply>;

export function useImportFile() {
  return useMutation({ mutationFn: (file: File) => callMultipart(contactsApi.importFile, { body: {} }, [file]) });
}

/** All contacts as a file, saved where the browser saves files. */
export function useExportContacts() {
  return useMutation({
    mutationFn: async () => {
      const address = URL.createObjectURL(await callForFile(exportFile, {}));
      const link = document.createElement('a');
      link.href = address;
      link.download = contactsExport.fileName;
      link.click();
      // The browser has taken it up by then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },
  });
}
