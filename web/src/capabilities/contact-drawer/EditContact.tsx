import type { Contact } from '@prosa/contracts/contacts';
import { lazy, Suspense, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { drawerMessages } from './contact-drawer.messages.ts';

const ContactDialog = lazy(async () => ({ default: (await import('../contacts/ContactDialog.tsx')).ContactDialog }));

/** The way to the contact's own dialog, fetched when it is wanted. What is saved comes back over the live channel. */
export function EditContact({ contact }: { contact: Contact }) {
  const text = useMessages(drawerMessages);
  const [isEditing, setEditing] = useState(false);
  return (
    <div>
      <Button onClick={() => setEditing(true)}>{text('edit')}</Button>
      {isEditing && (
        <Suspense>
          <ContactDialog contact={contact} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  );
}
