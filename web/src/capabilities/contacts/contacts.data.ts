import { type Contact, type ContactInput, contactLive, contactsApi, contactsExport } from '@prosa/contracts/contacts';
import { endpoint } from '@prosa/contracts/kit';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callForFile, callMultipart } from '../../platform/api/api.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';
import { byName, isFound } from './contact-order.ts';

const exportFile = endpoint('GET', contactsExport.path, { reply: z.string() });

export const contacts: Records<Contact> = {
  key: ['contacts'],
  fetchPage: async (query) => {
    const { contacts: items, ...rest } = await call(contactsApi.list, { query });
    return { items, ...rest };
  },
  compare: byName,
  isFound,
  useNews: (hear) =>
    useLive(contactLive, (event) =>
      hear(event.action === 'delete' ? { gone: event.contactId } : { row: event.contact, isNew: event.action === 'create' }),
    ),
  remove: (id) => call(contactsApi.remove, { params: { id } }),
};

type Input = z.output<typeof ContactInput>;
export const createContact = (body: Input) => call(contactsApi.create, { body });
/** A number nobody touched is not sent: behind a privacy id there is none yet. */
export const updateContact = (contact: Contact, { number, ...rest }: Input) =>
  call(contactsApi.update, { params: { id: contact.id }, body: number === contact.number ? rest : { number, ...rest } });

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
