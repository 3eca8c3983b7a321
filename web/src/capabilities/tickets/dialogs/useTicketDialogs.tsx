import type { Ticket } from '@prosa/contracts/tickets';
import { lazy, Suspense, useState } from 'react';
import type { NewTicketContact } from './new-ticket.data.ts';

// Each is fetched when it is first wanted: the list is there before any of them.
const NewTicketDialog = lazy(async () => ({ default: (await import('./NewTicketDialog.tsx')).NewTicketDialog }));
const SpyDialog = lazy(async () => ({ default: (await import('./SpyDialog.tsx')).SpyDialog }));
const TagsDialog = lazy(async () => ({ default: (await import('../../tags/TagsDialog.tsx')).TagsDialog }));
const TransferDialog = lazy(async () => ({ default: (await import('../../ticket-actions/TransferDialog.tsx')).TransferDialog }));

type OpenDialog =
  | { what: 'new'; contact?: NewTicketContact | undefined }
  | { what: 'spy'; ticket: Ticket }
  | { what: 'transfer' | 'tags'; tickets: readonly Ticket[]; onSent?: (() => void) | undefined };

/** The dialogs that the list opens. */
export function useTicketDialogs() {
  const [asked, setAsked] = useState<OpenDialog>();
  const onClose = () => setAsked(undefined);
  return {
    newTicket: (contact?: NewTicketContact) => setAsked({ what: 'new', contact }),
    spy: (ticket: Ticket) => setAsked({ what: 'spy', ticket }),
    transfer: (tickets: readonly Ticket[], onSent?: () => void) => setAsked({ what: 'transfer', tickets, onSent }),
    tags: (tickets: readonly Ticket[], onSent?: () => void) => setAsked({ what: 'tags', tickets, onSent }),
    layers: (
      <Suspense>
        {asked?.what === 'new' && <NewTicketDialog contact={asked.contact} onClose={onClose} />}
        {asked?.what === 'spy' && <SpyDialog ticket={asked.ticket} onClose={onClose} />}
        {asked?.what === 'transfer' && <TransferDialog {...asked} onClose={onClose} />}
        {asked?.what === 'tags' && <TagsDialog {...asked} onClose={onClose} />}
      </Suspense>
    ),
  };
}
