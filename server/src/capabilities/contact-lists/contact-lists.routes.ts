import { contactListItemsApi, contactListSize, contactListsApi } from '@prosa/contracts/contact-lists';
import type { Endpoint, InputOf } from '@prosa/contracts/kit';
import type { Permission } from '@prosa/contracts/permissions';
import type { Provider } from '../../channels/port.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type Http, limit, mount, type Reply } from '../../platform/http/http.ts';
import { mountInSteps } from '../../platform/http/mount-in-steps.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import {
  addContacts,
  assertCampaignsEnabled,
  createContactList,
  createItem,
  removeContactList,
  removeItem,
  updateContactList,
  updateItem,
} from './contact-lists.actions.ts';
import { numberCheck, queueCheck, sheetImport } from './contact-lists.jobs.ts';
import { getContactList, getImport, getItem, listAllContactLists, listContactLists, listItems } from './contact-lists.queries.ts';
import { beginImport, readUploadedSheet } from './imports.actions.ts';

/** Each call first asks whether the company has campaigns. */
const opener =
  (http: Http) =>
  <E extends Endpoint>(endpoint: E, handle: (scope: Scope, input: InputOf<E>) => Reply<E>, policy: Permission = 'contact-lists:manage') =>
    mount(http, endpoint, policy, async (scope, input) => {
      await assertCampaignsEnabled(scope);
      return handle(scope, input);
    });

export function contactListsRoutes(http: Http, providers: Record<string, Provider>): void {
  const check = numberCheck(providers);
  const job = sheetImport(check);
  const open = opener(http);
  open(contactListsApi.list, (scope, { query }) => listContactLists(scope, query));
  open(contactListsApi.everyone, (scope) => listAllContactLists(scope));
  open(contactListsApi.show, (scope, { params }) => getContactList(scope, params.id));
  open(contactListsApi.create, (scope, { body }) => createContactList(scope, body));
  open(contactListsApi.update, (scope, { params, body }) => updateContactList(scope, params.id, body.name));
  open(contactListsApi.remove, async (scope, { params }) => {
    await removeContactList(scope, params.id);
    return { message: 'Contact list deleted' };
  });
  open(contactListsApi.showImport, (scope, { params }) => getImport(scope, params.id, params.importId));
  mountInSteps(http, contactListsApi.addContacts, 'contact-lists:manage', {
    read: (scope) => assertCampaignsEnabled(scope),
    talk: async (_nothing, { caller, input }) => {
      // Those with a tag, or whom a search finds, may be as many as those of a sheet; whom somebody names are few.
      if (input.body.contactIds.length === 0) await limit(http, 'importOrExport', String(caller.userId));
    },
    write: async (scope, { params, body }) => {
      const added = await addContacts(scope, params.id, body);
      if (added > 0) await queueCheck(scope, check, params.id);
      return { added, message: 'Contacts added' };
    },
  });
  mountInSteps(http, contactListsApi.upload, 'contact-lists:manage', {
    read: async (scope, { params }) => {
      await assertCampaignsEnabled(scope);
      if ((await getContactList(scope, params.id)).contactsCount >= contactListSize) refuse('ERR_CONTACTLIST_FULL');
    },
    talk: async (_nothing, { caller, uploads }) => {
      await limit(http, 'importOrExport', String(caller.userId));
      return readUploadedSheet(http.platform, { group: String(caller.companyId), member: String(caller.userId) }, uploads[0]);
    },
    write: async (scope, { params }, rows) => {
      const importId = await beginImport(scope, params.id, rows);
      await enqueue(scope, job, { importId, listId: params.id });
      return { importId, message: 'Importing contacts' };
    },
  });
  itemsRoutes(http, check);
}

function itemsRoutes(http: Http, check: ReturnType<typeof numberCheck>): void {
  const open = opener(http);
  open(contactListItemsApi.list, (scope, { query }) => listItems(scope, query));
  open(contactListItemsApi.show, (scope, { params }) => getItem(scope, params.id));
  open(contactListItemsApi.create, async (scope, { body }) => {
    const item = await createItem(scope, body);
    await queueCheck(scope, check, item.contactListId);
    return item;
  });
  open(contactListItemsApi.update, async (scope, { params, body }) => {
    const item = await updateItem(scope, params.id, body);
    if (item.isWhatsappValid === null) await queueCheck(scope, check, item.contactListId);
    return item;
  });
  open(
    contactListItemsApi.remove,
    async (scope, { params }) => {
      await removeItem(scope, params.id);
      return { message: 'Contact deleted' };
    },
    'contacts-page:deleteContact',
  );
}
