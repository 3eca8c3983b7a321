import { contactsApi } from '@prosa/contracts/contacts';
import type { Provider } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type Http, limit, mount } from '../../platform/http/http.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { createContact, removeContact, updateContact } from './contacts.actions.ts';
import { connectedOne, phoneBookImport } from './contacts.jobs.ts';
import { listContacts, listEveryone, seeContact } from './contacts.queries.ts';
import { exportRoute } from './export.routes.ts';
import { importFile } from './import.actions.ts';

/** What was said with a contact who is removed goes with its owner's help, which this capability does not know. */
type RemoveTickets = (scope: Scope, contactId: number) => Promise<void>;

export function contactsRoutes(http: Http, providers: Record<string, Provider>, removeTickets: RemoveTickets): void {
  const job = phoneBookImport(providers);
  const limitImports = (scope: Scope) => limit(http, 'importOrExport', String(scope.actor.userId));

  mount(http, contactsApi.list, 'contacts:use', (scope, { query }) => listContacts(scope, query));
  mount(http, contactsApi.everyone, 'contacts:use', (scope, { query }) => listEveryone(scope, query.name));
  exportRoute(http);
  mount(http, contactsApi.show, 'contacts:use', (scope, { params }) => seeContact(scope, params.id));
  mount(http, contactsApi.create, 'contacts:use', (scope, { body }) => createContact(scope, body, providers));
  mount(http, contactsApi.update, 'contacts:use', (scope, { params, body }) => updateContact(scope, params.id, body, providers));
  mount(http, contactsApi.remove, 'contacts-page:deleteContact', async (scope, { params }) => {
    await removeContact(scope, params.id, (contactId) => removeTickets(scope, contactId));
    return { message: 'Contact deleted' };
  });
  mount(http, contactsApi.importPhoneBook, 'contacts:import', async (scope, { body }) => {
    await limitImports(scope);
    const { id: connectionId } = await connectedOne(scope, body.whatsappId ?? (await defaultConnection(scope)));
    const userId = scope.actor.userId ?? refuse('ERR_NO_PERMISSION');
    await enqueue(scope, job, { userId, connectionId }, { key: `${userId}:${connectionId}` });
    return { message: 'Importing contacts' };
  });
  mount(http, contactsApi.importFile, 'contacts:import', async (scope, _input, { uploads }) => {
    await limitImports(scope);
    return importFile(scope, uploads[0]);
  });
}

async function defaultConnection(scope: Scope): Promise<number> {
  const { rows } = await scope.tx.execute<{ id: number }>(
    sql`select id from connections where company_id = current_company() and is_default`,
  );
  return rows[0]?.id ?? refuse('ERR_NO_DEF_WAPP_FOUND');
}
