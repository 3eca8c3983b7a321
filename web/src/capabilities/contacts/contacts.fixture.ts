import { type Contact, noDetails } from '@prosa/contracts/contacts';

/** A contact for tests, told apart by its id. */
export function aContact(over: Partial<Contact> = {}): Contact {
  const id = over.id ?? 1;
  return {
    id,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    name: `Cliente ${id}`,
    number: `55119${String(id).padStart(8, '0')}`,
    ...noDetails,
    profilePicUrl: '',
    isGroup: false,
    extraInfo: [],
    createdAt: '2026-11-15T10:00:00.000Z',
    updatedAt: '2026-11-15T10:00:00.000Z',
    ...over,
  };
}
