import { z } from 'zod';
import { emailField, nameField, phoneDigits, phoneText } from './fields.ts';
import { Done, endpoint, Instant, id, idText, ignoredCompany, liveChannel, PageQuery, searchText } from './kit.ts';

const emailOrNothing = z.union([z.literal(''), emailField], { error: 'invalidEmail' });
/**
 * The optional texts about a contact, '' where nothing is known. Reading, saving, live events, merging, the dialog and the drawer go
 * through this list; `Contact`, `ContactInput` and `noDetails` name each of them once more.
 */
const detailFields = { email: emailOrNothing };
export type ContactDetail = keyof typeof detailFields;
export const contactDetails = z.object(detailFields).keyof().options;
export const noDetails: Record<ContactDetail, string> = { email: '' };

/** Only the details, and of them only those that are given. */
export function detailsOf(given: { [detail in ContactDetail]?: string | undefined }): Partial<Record<ContactDetail, string>> {
  const found: Partial<Record<ContactDetail, string>> = {};
  for (const detail of contactDetails) if (given[detail] !== undefined) found[detail] = given[detail];
  return found;
}

export const ExtraInfo = z.object({ id: z.int(), name: z.string(), value: z.string() });

export const Contact = z.object({
  id: z.int(),
  uuid: z.uuid(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  profilePicUrl: z.string(),
  isGroup: z.boolean(),
  extraInfo: z.array(ExtraInfo),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Contact = z.output<typeof Contact>;

const numberField = phoneText(
  z
    .string({ error: 'required' })
    .trim()
    .min(1, 'required')
    .max(50, 'tooLong')
    .transform(phoneDigits)
    .pipe(z.string().min(8, 'tooShort').max(50, 'tooLong').regex(/^\d+$/, 'invalidNumber')),
);
/** Clients send these values as text, number or null. */
const extraText = (most: number) =>
  z.preprocess<unknown, z.ZodString, string>(
    (given: unknown) => (typeof given === 'number' ? String(given) : (given ?? '')),
    z.string().trim().max(most, 'tooLong'),
  );
const extraInfoField = z
  .array(z.object({ id: z.coerce.number<number>().int().nullish(), name: extraText(100), value: extraText(1000) }))
  .max(50);

export const ContactInput = z.object({
  name: nameField,
  number: numberField,
  email: detailFields.email.default(''),
  extraInfo: extraInfoField.default([]),
  ...ignoredCompany,
});
/** Whatever is absent stays as it was; extra information is replaced completely. */
export const ContactUpdate = z.object({
  name: nameField.optional(),
  number: numberField.optional(),
  ...z.object(detailFields).partial().shape,
  extraInfo: extraInfoField.optional(),
  ...ignoredCompany,
});

/** A row of an imported file that was skipped, with its line number. */
export const Skipped = z.object({ line: z.int(), reason: z.enum(['name', 'number', 'email', 'columns', 'size']) });

const one = z.object({ id: idText('contact') });
export const contactsApi = {
  list: endpoint('GET', '/contacts', {
    query: PageQuery,
    reply: z.object({ contacts: z.array(Contact), count: z.int(), hasMore: z.boolean() }),
  }),
  everyone: endpoint('GET', '/contacts/list', {
    query: z.object({ name: searchText, ...ignoredCompany }),
    reply: z.array(z.object({ id: z.int(), name: z.string(), number: z.string() })),
  }),
  show: endpoint('GET', '/contacts/:id', { params: one, reply: Contact }),
  create: endpoint('POST', '/contacts', { body: ContactInput, reply: Contact }),
  update: endpoint('PUT', '/contacts/:id', { params: one, body: ContactUpdate, reply: Contact }),
  remove: endpoint('DELETE', '/contacts/:id', { params: one, reply: Done }),
  /** Imports the phone book of a connection (the default one if none is named); progress is sent as `contactsImport` events. */
  importPhoneBook: endpoint('POST', '/contacts/import', {
    body: z.object({ whatsappId: id('connection').optional(), ...ignoredCompany }),
    reply: Done,
  }),
  importFile: endpoint('POST', '/contacts/upload', {
    body: z.object(ignoredCompany),
    files: { field: 'file', max: 1 },
    reply: z.object({ created: z.int(), updated: z.int(), skipped: z.array(Skipped) }),
  }),
  /** Undoes a merge that was caused by a wrong privacy id: both contacts get their own data back. */
  separate: endpoint('POST', '/contacts/:id/separate', { params: one, reply: Contact }),
};

/** The whole list as a file, streamed; not JSON, so mounted by hand. */
export const contactsExport = { path: '/contacts/export', fileName: 'contatos.csv' };

export const contactLive = liveChannel(
  'contact',
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), contact: Contact }),
    z.object({ action: z.literal('delete'), contactId: z.int() }),
  ]),
);

/** Progress of a phone book import, sent to the user who started it. */
export const contactsImportLive = liveChannel(
  'contactsImport',
  z.object({ action: z.enum(['progress', 'finished', 'failed']), done: z.int(), total: z.int(), error: z.string().nullable() }),
);
