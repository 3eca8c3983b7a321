import type { ContactList, ContactListItem } from '@prosa/contracts/contact-lists';

/** A list for tests. */
export function aContactList(over: Partial<ContactList> = {}): ContactList {
  return {
    id: 1,
    name: 'Clientes',
    contactsCount: 2,
    createdAt: '2026-11-15T11:00:00.000Z',
    updatedAt: '2026-11-15T11:00:00.000Z',
    ...over,
  };
}

/** Somebody on the list for tests, whose number was checked. */
export function anItem(over: Partial<ContactListItem> = {}): ContactListItem {
  const id = over.id ?? 1;
  return {
    id,
    companyId: 7,
    contactListId: 1,
    name: `Pessoa ${id}`,
    number: `55119${String(id).padStart(8, '0')}`,
    email: '',
    isWhatsappValid: true,
    ...over,
  };
}
