import { type Contact, type ContactInput, contactLive, contactsApi } from '@prosa/contracts/contacts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../platform/api/api.ts';
import { useLive } from '../../platform/live/live.ts';

/** What every list and drawer shows of it comes by the live channel. Who saves shows a refused field where it is. */
export function useSaveContact(contact: Contact | undefined) {
  return useMutation({
    mutationFn: ({ number, ...rest }: z.input<typeof ContactInput>) => {
      if (!contact) return call(contactsApi.create, { body: { number, ...rest } });
      // A number nobody touched is not sent: behind a privacy id there is none yet.
      const body = number === contact.number ? rest : { number, ...rest };
      return call(contactsApi.update, { params: { id: contact.id }, body });
    },
    meta: { quiet: true },
  });
}

/** Hear what others make of one contact while it is being edited. */
export function useContactChange(id: number | undefined, onChange: (contact: Contact) => void): void {
  useLive(contactLive, (event) => {
    if (event.action === 'update' && event.contact.id === id) onChange(event.contact);
  });
}
