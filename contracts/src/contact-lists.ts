import { z } from 'zod';
import { emailField, listOf, nameField, phoneDigits, phoneText } from './fields.ts';
import {
  Done,
  endpoint,
  Instant,
  id,
  idText,
  ignoredCompany,
  liveChannel,
  liveFamily,
  PageQuery,
  recordChange,
  searchText,
} from './kit.ts';

/** People to whom campaigns are sent. */
export const ContactList = z.object({
  id: z.int(),
  name: z.string(),
  contactsCount: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ContactList = z.output<typeof ContactList>;

export const ContactListItem = z.object({
  id: z.int(),
  companyId: z.int(),
  contactListId: z.int(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  /** Nothing until it was checked. */
  isWhatsappValid: z.boolean().nullable(),
});
export type ContactListItem = z.output<typeof ContactListItem>;

const numberField = phoneText(
  z
    .string({ error: 'required' })
    .trim()
    .min(1, { error: 'required', abort: true })
    .max(50, 'tooLong')
    .transform(phoneDigits)
    .pipe(z.string().min(8, 'tooShort').max(50, 'tooLong').regex(/^\d+$/, 'invalidNumber')),
);
const emailOrNothing = z.union([z.literal(''), emailField], { error: 'invalidEmail' });

export const ContactListInput = z.object({ name: nameField, ...ignoredCompany });
export const ContactListItemInput = z.object({
  name: nameField,
  number: numberField,
  email: emailOrNothing.default(''),
  contactListId: id('contactList'),
  ...ignoredCompany,
});
export const ContactListItemUpdate = z.object({
  name: nameField.optional(),
  number: numberField.optional(),
  email: emailOrNothing.optional(),
  ...ignoredCompany,
});

/** So many people stand on a list at most, however they come: two of the longest sheets. */
export const contactListSize = 100_000;

/** `full`: the list has no room for more. */
export const importReasons = ['name', 'number', 'email', 'full'] as const;
/** `invalid` names the first thousand rows, `skipped` counts them all. */
export const ContactListImport = z.object({
  id: z.int(),
  state: z.enum(['running', 'finished']),
  total: z.int(),
  imported: z.int(),
  duplicate: z.int(),
  skipped: z.int(),
  invalid: z.array(z.object({ line: z.int(), reason: z.enum(importReasons) })),
});
export type ContactListImport = z.output<typeof ContactListImport>;

/** What may be sent, by its name; what it is shows when it is opened. */
export const sheetFile = { accept: '.xls,.xlsx', name: /\.xlsx?$/i, maxBytes: 10 * 2 ** 20, maxRows: 50_000 };

const one = z.object({ id: idText('contactList') });
const oneItem = z.object({ id: idText('contactListItem') });
export const contactListsApi = {
  list: endpoint('GET', '/contact-lists', {
    query: PageQuery.extend(ignoredCompany),
    reply: z.object({ records: z.array(ContactList), count: z.int(), hasMore: z.boolean() }),
  }),
  everyone: endpoint('GET', '/contact-lists/list', { query: z.object(ignoredCompany), reply: z.array(ContactList) }),
  show: endpoint('GET', '/contact-lists/:id', { params: one, reply: ContactList }),
  create: endpoint('POST', '/contact-lists', { body: ContactListInput, reply: ContactList }),
  update: endpoint('PUT', '/contact-lists/:id', { params: one, body: ContactListInput.partial(), reply: ContactList }),
  remove: endpoint('DELETE', '/contact-lists/:id', { params: one, reply: Done }),
  /** The sheet is opened before the answer; its rows are taken in afterwards. */
  upload: endpoint('POST', '/contact-lists/:id/upload', {
    params: one,
    files: { field: 'file', max: 1 },
    reply: Done.extend({ importId: z.int() }),
  }),
  showImport: endpoint('GET', '/contact-lists/:id/imports/:importId', {
    params: one.extend({ importId: idText('contactListImport') }),
    reply: ContactListImport,
  }),
  /** Contacts become items: those named, or those with a tag on one of their tickets, or those that a search finds. */
  addContacts: endpoint('POST', '/contact-lists/:id/contacts', {
    params: one,
    body: z.object({
      contactIds: listOf(id('contact')).default([]),
      tagId: id('tag').optional(),
      searchParam: searchText,
      ...ignoredCompany,
    }),
    reply: Done.extend({ added: z.int() }),
  }),
};

export const contactListItemsApi = {
  list: endpoint('GET', '/contact-list-items', {
    query: PageQuery.extend({
      contactListId: idText('contactList'),
      isWhatsappValid: z.enum(['true', 'false']).optional(),
      ...ignoredCompany,
    }),
    reply: z.object({ contacts: z.array(ContactListItem), count: z.int(), hasMore: z.boolean() }),
  }),
  show: endpoint('GET', '/contact-list-items/:id', { params: oneItem, reply: ContactListItem }),
  create: endpoint('POST', '/contact-list-items', { body: ContactListItemInput, reply: ContactListItem }),
  update: endpoint('PUT', '/contact-list-items/:id', { params: oneItem, body: ContactListItemUpdate, reply: ContactListItem }),
  remove: endpoint('DELETE', '/contact-list-items/:id', { params: oneItem, reply: Done }),
};

export const contactListLive = liveChannel('ContactList', recordChange(ContactList));

export const contactListItemLive = liveChannel('ContactListItem', recordChange(ContactListItem));

/** The items of one list; `reload` where many have changed at once. */
export const contactListItemsLive = liveFamily(
  'ContactListItem-{listId}',
  { permission: 'drawer-admin-items:view' },
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), record: ContactListItem }),
    z.object({ action: z.literal('delete'), id: z.int() }),
    z.object({ action: z.literal('reload') }),
  ]),
);
