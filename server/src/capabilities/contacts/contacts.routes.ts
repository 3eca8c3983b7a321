import { contactsApi } from '@prosa/contracts/contacts';
import type { Provider } from '../../channels/port.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import type { AccessClaims } from '../../platform/http/access-token.ts';
import { type Http, limit, mount } from '../../platform/http/http.ts';
import { mountInSteps } from '../../platform/http/mount-in-steps.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { createContact, isNewNumber, removeContact, updateContact } from './contacts.actions.ts';
import { findConnected, phoneBookImport } from './contacts.jobs.ts';
import { getContact, listAllContacts, listContacts } from './contacts.queries.ts';
import { enqueueErasure } from './erasures.jobs.ts';
import { exportRoute } from './export.routes.ts';
import { importContacts, readContactsFile } from './import.actions.ts';
import { askWhetherReachable, findDefaultConnection } from './reachability.ts';

/** What was said with a contact who is removed goes with its owner's help, which this capability does not know. */
type RemoveTickets = (scope: Scope, contactId: number) => Promise<void>;

export function contactsRoutes(http: Http, providers: Record<string, Provider>, removeTickets: RemoveTickets): void {
  const job = phoneBookImport(providers);
  const limitImports = ({ userId }: AccessClaims) => limit(http, 'importOrExport', String(userId));
  const nothing = async () => undefined;

  mount(http, contactsApi.list, 'contacts:use', (scope, { query }) => listContacts(scope, query));
  mount(http, contactsApi.everyone, 'contacts:use', (scope, { query }) => listAllContacts(scope, query.name));
  exportRoute(http);
  mount(http, contactsApi.show, 'contacts:use', (scope, { params }) => getContact(scope, params.id));
  mountInSteps(http, contactsApi.create, 'contacts:use', {
    read: (scope) => findDefaultConnection(scope),
    talk: (connection, { caller, input }) => askWhetherReachable(providers, caller.companyId, connection, input.body.number),
    write: (scope, { body }, reachable) => createContact(scope, body, reachable),
  });
  mountInSteps(http, contactsApi.update, 'contacts:use', {
    read: async (scope, { params, body }) =>
      (await isNewNumber(scope, params.id, body.number)) ? await findDefaultConnection(scope) : undefined,
    talk: (connection, { caller, input }) => askWhetherReachable(providers, caller.companyId, connection, input.body.number ?? ''),
    write: (scope, { params, body }, reachable) => updateContact(scope, params.id, body, reachable),
  });
  mount(http, contactsApi.remove, 'contacts-page:deleteContact', async (scope, { params }) => {
    const erasureId = await removeContact(scope, params.id, (contactId) => removeTickets(scope, contactId));
    await enqueueErasure(scope, erasureId);
    return { message: 'Contact deleted' };
  });
  mountInSteps(http, contactsApi.importPhoneBook, 'contacts:import', {
    read: nothing,
    talk: (_nothing, { caller }) => limitImports(caller),
    write: async (scope, { body }) => {
      const wanted = body.whatsappId ?? (await findDefaultConnection(scope))?.id ?? refuse('ERR_NO_DEF_WAPP_FOUND');
      const { id: connectionId } = await findConnected(scope, wanted);
      const userId = scope.actor.userId ?? refuse('ERR_NO_PERMISSION');
      await enqueue(scope, job, { userId, connectionId }, { key: `${userId}:${connectionId}` });
      return { message: 'Importing contacts' };
    },
  });
  mountInSteps(http, contactsApi.importFile, 'contacts:import', {
    read: nothing,
    talk: async (_nothing, { caller, uploads }) => {
      await limitImports(caller);
      return readContactsFile(http.platform, uploads[0]);
    },
    write: (scope, _input, sheet) => importContacts(scope, sheet),
  });
}
