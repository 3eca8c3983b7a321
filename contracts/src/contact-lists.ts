import { z } from 'zod';
import { liveFamily } from './kit.ts';

export const ContactListItem = z.object({
  id: z.int(),
  contactListId: z.int(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  /** Nothing until it was checked. */
  isWhatsappValid: z.boolean().nullable(),
});

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
