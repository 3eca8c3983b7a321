import type { ContactDetail } from '@prosa/contracts/contacts';
import { defineMessages } from '../../platform/language/messages.ts';

/** What the details of a contact are called, in the dialog and in the drawer. */
export const contactDetailMessages = defineMessages<ContactDetail>({
  pt: { email: 'Email' },
  en: { email: 'Email' },
  es: { email: 'Correo' },
});
