import { ticketNotesApi } from '@prosa/contracts/ticket-notes';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type Http, mount } from '../../platform/http/http.ts';
import { findContact } from '../contacts/contacts.queries.ts';
import { createNote, removeNote } from './ticket-notes.actions.ts';
import { listNotes } from './ticket-notes.queries.ts';

export function ticketNotesRoutes(http: Http): void {
  mount(http, ticketNotesApi.list, 'notes:use', async (scope, { query }) => {
    const notes = await listNotes(scope, query.ticketId);
    await checkContact(scope, query.contactId);
    return notes;
  });
  mount(http, ticketNotesApi.create, 'notes:use', async (scope, { body }) => {
    await checkContact(scope, body.contactId);
    return createNote(scope, body.ticketId, body.note);
  });
  mount(http, ticketNotesApi.remove, 'notes:use', async (scope, { params }) => {
    await removeNote(scope, params.id);
    return { message: 'Note deleted' };
  });
}

/** The contact is taken from the ticket; a contact in the request must at least exist. */
async function checkContact(scope: Scope, contactId: number | undefined): Promise<void> {
  if (contactId !== undefined && !(await findContact(scope, contactId))) refuse('ERR_NO_CONTACT_FOUND');
}
