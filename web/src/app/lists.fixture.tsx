import { alarmsApi } from '@prosa/contracts/alarms';
import { announcementsApi } from '@prosa/contracts/announcements';
import { campaignsApi, suppressionsApi } from '@prosa/contracts/campaigns';
import { companiesApi } from '@prosa/contracts/companies';
import { connectionsApi } from '@prosa/contracts/connections';
import { contactListItemsApi, contactListsApi } from '@prosa/contracts/contact-lists';
import { contactsApi } from '@prosa/contracts/contacts';
import { helpsApi } from '@prosa/contracts/helps';
import { paymentsApi } from '@prosa/contracts/payments';
import { plansApi } from '@prosa/contracts/plans';
import { queuesApi } from '@prosa/contracts/queues';
import { quickMessagesApi } from '@prosa/contracts/quick-messages';
import { schedulesApi } from '@prosa/contracts/schedules';
import { tagsApi } from '@prosa/contracts/tags';
import { usersApi } from '@prosa/contracts/users';
import { webhooksApi } from '@prosa/contracts/webhooks';
import type { ReactElement } from 'react';
import { Route } from 'wouter';
import { pageOf, recordsOf } from '../../test/pages.ts';
import { stub } from '../../test/screen.tsx';
import type { Stub } from '../../test/stubs.ts';
import { AlarmsPage } from '../capabilities/alarms/AlarmsPage.tsx';
import { AnnouncementsPage } from '../capabilities/announcements/AnnouncementsPage.tsx';
import { anAnnouncement } from '../capabilities/announcements/announcements.fixture.ts';
import { CampaignsPage } from '../capabilities/campaigns/CampaignsPage.tsx';
import { aCampaign, aRecipient } from '../capabilities/campaigns/campaigns.fixture.ts';
import { Recipients } from '../capabilities/campaigns/Recipients.tsx';
import { SuppressionsCard } from '../capabilities/campaigns/SuppressionsCard.tsx';
import { CompaniesTab } from '../capabilities/companies/CompaniesTab.tsx';
import { basicPlan, company } from '../capabilities/companies/companies.fixture.ts';
import { OverviewTab } from '../capabilities/companies/OverviewTab.tsx';
import { ConnectionsPage } from '../capabilities/connections/ConnectionsPage.tsx';
import { aConnection } from '../capabilities/connections/connections.fixture.ts';
import { ContactListItemsPage } from '../capabilities/contact-lists/ContactListItemsPage.tsx';
import { ContactListsPage } from '../capabilities/contact-lists/ContactListsPage.tsx';
import { aContactList, anItem } from '../capabilities/contact-lists/contact-lists.fixture.ts';
import { ContactsPage } from '../capabilities/contacts/ContactsPage.tsx';
import { aContact } from '../capabilities/contacts/contacts.fixture.ts';
import { HelpsTab } from '../capabilities/helps/HelpsTab.tsx';
import { InvoicesPage } from '../capabilities/payments/InvoicesPage.tsx';
import { checkout, invoice } from '../capabilities/payments/payments.fixture.ts';
import { PlansTab } from '../capabilities/plans/PlansTab.tsx';
import { QueuesPage } from '../capabilities/queues/QueuesPage.tsx';
import { aQueue } from '../capabilities/queues/queues.fixture.ts';
import { QuickMessagesPage } from '../capabilities/quick-messages/QuickMessagesPage.tsx';
import { aQuickMessage } from '../capabilities/quick-messages/quick-messages.fixture.ts';
import { SchedulesPage } from '../capabilities/schedules/SchedulesPage.tsx';
import { aSchedule } from '../capabilities/schedules/schedules.fixture.ts';
import { TagsPage } from '../capabilities/tags/TagsPage.tsx';
import { aTag } from '../capabilities/tags/tags.fixture.ts';
import { UsersPage } from '../capabilities/users/UsersPage.tsx';
import { aUser } from '../capabilities/users/users.fixture.ts';
import { WebhooksPage } from '../capabilities/webhooks/WebhooksPage.tsx';
import { aWebhook } from '../capabilities/webhooks/webhooks.fixture.ts';

export const nameOf = (id: number) => `Linha ${String(id).padStart(3, '0')}`;

type List = {
  /** No live event tells of these records: they are loaded anew every few seconds. */
  polls?: boolean;
  screen: ReactElement;
  path: string;
  api: (ids: number[]) => Stub[];
  address?: string;
  textOf?: (id: number) => string;
};

const usage = { users: 1, connections: {}, messages: 1, storage: 1, alarms: 0 };
const descending = (ids: number[]) => ids.toReversed();

/** Every page that shows a list of records, with a server that holds records of the ids given. */
export const lists: Record<string, List> = {
  queues: {
    ...{ screen: <QueuesPage />, path: '/queue' },
    api: (ids) => [stub(queuesApi.list, () => ids.map((id) => aQueue({ id, name: nameOf(id) })))],
  },
  connections: {
    ...{ screen: <ConnectionsPage />, path: '/whatsapp' },
    api: (ids) => [stub(connectionsApi.list, () => ids.map((id) => aConnection({ id, name: nameOf(id) })))],
  },
  plans: {
    ...{ polls: true, screen: <PlansTab />, path: '/plans/all' },
    api: (ids) => [stub(plansApi.all, () => ids.map((id) => ({ ...basicPlan, id, name: nameOf(id) })))],
  },
  users: {
    ...{ screen: <UsersPage />, path: '/users' },
    api: (ids) => [
      stub(usersApi.list, (input) => {
        const { items: users, ...rest } = pageOf(
          input,
          descending(ids).map((id) => aUser({ id: id + 100, name: nameOf(id) })),
        );
        return { users, ...rest };
      }),
    ],
  },
  tags: {
    ...{ screen: <TagsPage />, path: '/tags' },
    api: (ids) => [
      stub(tagsApi.list, (input) => {
        const { items: tags, ...rest } = pageOf(
          input,
          ids.map((id) => aTag({ id, name: nameOf(id) })),
        );
        return { tags, ...rest };
      }),
    ],
  },
  quickMessages: {
    ...{ screen: <QuickMessagesPage />, path: '/quick-messages', textOf: (id) => `/linha-${id}` },
    api: (ids) => [
      stub(quickMessagesApi.list, (input) =>
        recordsOf(
          input,
          ids.map((id) => aQuickMessage({ id, shortcode: `linha-${id}` })),
        ),
      ),
    ],
  },
  contactLists: {
    ...{ screen: <ContactListsPage />, path: '/contact-lists' },
    api: (ids) => [
      stub(contactListsApi.list, (input) =>
        recordsOf(
          input,
          ids.map((id) => aContactList({ id, name: nameOf(id) })),
        ),
      ),
    ],
  },
  contactListItems: {
    screen: (
      <Route path="/contact-lists/:contactListId/contacts">
        <ContactListItemsPage />
      </Route>
    ),
    ...{ path: '/contact-list-items', address: '/contact-lists/1/contacts' },
    api: (ids) => [
      stub(contactListsApi.show, () => aContactList()),
      stub(contactListItemsApi.list, (input) => {
        const { items: contacts, ...rest } = pageOf(
          input,
          ids.map((id) => anItem({ id, name: nameOf(id) })),
        );
        return { contacts, ...rest };
      }),
    ],
  },
  campaigns: {
    ...{ screen: <CampaignsPage />, path: '/campaigns' },
    api: (ids) => [
      stub(campaignsApi.list, (input) =>
        recordsOf(
          input,
          descending(ids).map((id) => aCampaign({ id, name: nameOf(id) })),
        ),
      ),
    ],
  },
  campaignRecipients: {
    ...{ polls: true, screen: <Recipients campaign={aCampaign({ id: 5 })} />, path: '/campaigns/5/recipients' },
    api: (ids) => [
      stub(campaignsApi.recipients, (input) =>
        recordsOf(
          input,
          ids.map((id) => aRecipient({ id, name: nameOf(id) })),
        ),
      ),
    ],
  },
  suppressions: {
    ...{ polls: true, screen: <SuppressionsCard />, path: '/suppressions', textOf: (id) => `****${String(id).padStart(4, '0')}` },
    api: (ids) => [
      stub(suppressionsApi.list, (input) =>
        recordsOf(
          input,
          descending(ids).map((id) => ({
            ...{ id, number: `****${String(id).padStart(4, '0')}`, source: 'admin' as const },
            createdAt: '2026-11-15T11:00:00.000Z',
          })),
        ),
      ),
    ],
  },
  schedules: {
    ...{ screen: <SchedulesPage />, path: '/schedules' },
    api: (ids) => [
      stub(schedulesApi.list, (input) => {
        const { items: schedules, ...rest } = pageOf(
          input,
          descending(ids).map((id) => aSchedule({ id, contact: { ...aSchedule().contact, name: nameOf(id) } })),
        );
        return { schedules, ...rest };
      }),
    ],
  },
  contacts: {
    ...{ screen: <ContactsPage />, path: '/contacts' },
    api: (ids) => [
      stub(contactsApi.list, (input) => {
        const { items: contacts, ...rest } = pageOf(
          input,
          ids.map((id) => aContact({ id, name: nameOf(id) })),
        );
        return { contacts, ...rest };
      }),
    ],
  },
  webhooks: {
    ...{ screen: <WebhooksPage />, path: '/webhooks' },
    api: (ids) => [
      stub(webhooksApi.list, (input) => {
        const { items, ...rest } = pageOf(
          input,
          ids.map((id) => aWebhook({ id, name: nameOf(id) })),
        );
        return { webhooks: items, ...rest };
      }),
    ],
  },
  announcements: {
    ...{ screen: <AnnouncementsPage />, path: '/announcements' },
    api: (ids) => [
      stub(announcementsApi.list, (input) =>
        recordsOf(
          input,
          descending(ids).map((id) => anAnnouncement({ id, title: nameOf(id) })),
        ),
      ),
    ],
  },
  helps: {
    ...{ screen: <HelpsTab />, path: '/helps' },
    api: (ids) => [
      stub(helpsApi.list, (input) =>
        recordsOf(
          input,
          ids.map((id) => ({ id, title: nameOf(id), description: '', video: 'dQw4w9WgXcQ' })),
        ),
      ),
    ],
  },
  companies: {
    ...{ polls: true, screen: <CompaniesTab />, path: '/companies' },
    api: (ids) => [
      stub(companiesApi.list, (input) => {
        const { items: companies, ...rest } = pageOf(
          input,
          descending(ids).map((id) => company({ id, name: nameOf(id) })),
        );
        return { companies, ...rest };
      }),
    ],
  },
  companyUsage: {
    ...{ polls: true, screen: <OverviewTab />, path: '/companies/overview' },
    api: (ids) => [
      stub(companiesApi.overview, (input) => {
        const { items: companies, ...rest } = pageOf(
          input,
          descending(ids).map((id) => ({ id, name: nameOf(id), status: true, dueDate: null, overdue: false, ...usage })),
        );
        return { totals: { companies: ids.length, inactive: 0, overdue: 0, ...usage }, companies, ...rest };
      }),
    ],
  },
  invoices: {
    ...{ polls: true, screen: <InvoicesPage />, path: '/invoices/all' },
    api: (ids) => [
      stub(paymentsApi.invoices, (input) => {
        const { items: invoices, ...rest } = pageOf(
          input,
          descending(ids).map((id) => invoice({ id, detail: nameOf(id) })),
        );
        return { invoices, ...rest, checkout: checkout() };
      }),
    ],
  },
  alarms: {
    ...{ polls: true, screen: <AlarmsPage />, path: '/alarms', textOf: (id) => `${nameOf(id)} (3)` },
    api: (ids) => [
      stub(alarmsApi.list, (input) => {
        const { items: alarms, ...rest } = pageOf(
          input,
          ids.map((id) => ({
            ...{ id, what: 'inbox' as const, company: { id: 3, name: nameOf(id) }, whatsappId: 1, subject: null, attempts: 5 },
            ...{ code: '57014', raisedAt: '2026-11-15T11:00:00.000Z', retriedAt: null },
          })),
        );
        return { alarms, ...rest };
      }),
    ],
  },
};
