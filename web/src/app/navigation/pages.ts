import type { Policy } from '@prosa/contracts/permissions';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** `campaigns` is the administration behind the local flag `cshow`; `settings` is for admins, and for super users of any profile. */
export type PagePolicy = Policy | 'campaigns' | 'settings';
export type PageEntry = {
  path: string;
  who: PagePolicy;
  page?: LazyExoticComponent<ComponentType>;
  /** Where others are led, without a word. */
  otherwise?: string;
};

const DashboardPage = lazy(async () => ({ default: (await import('../../capabilities/dashboard/DashboardPage.tsx')).DashboardPage }));
const TicketsPage = lazy(async () => ({ default: (await import('../../capabilities/tickets/TicketsPage.tsx')).TicketsPage }));
const TranscriptPage = lazy(async () => ({
  default: (await import('../../capabilities/chat/transcript/TranscriptPage.tsx')).TranscriptPage,
}));
const ContactsPage = lazy(async () => ({ default: (await import('../../capabilities/contacts/ContactsPage.tsx')).ContactsPage }));
const SchedulesPage = lazy(async () => ({ default: (await import('../../capabilities/schedules/SchedulesPage.tsx')).SchedulesPage }));
const ContactListsPage = lazy(async () => ({
  default: (await import('../../capabilities/contact-lists/ContactListsPage.tsx')).ContactListsPage,
}));
const ContactListItemsPage = lazy(async () => ({
  default: (await import('../../capabilities/contact-lists/ContactListItemsPage.tsx')).ContactListItemsPage,
}));
const QueuesPage = lazy(async () => ({ default: (await import('../../capabilities/queues/QueuesPage.tsx')).QueuesPage }));
const TagsPage = lazy(async () => ({ default: (await import('../../capabilities/tags/TagsPage.tsx')).TagsPage }));
const KanbanPage = lazy(async () => ({ default: (await import('../../capabilities/kanban/KanbanPage.tsx')).KanbanPage }));
const QuickMessagesPage = lazy(async () => ({
  default: (await import('../../capabilities/quick-messages/QuickMessagesPage.tsx')).QuickMessagesPage,
}));
const TasksPage = lazy(async () => ({ default: (await import('../../capabilities/tasks/TasksPage.tsx')).TasksPage }));
const UsersPage = lazy(async () => ({ default: (await import('../../capabilities/users/UsersPage.tsx')).UsersPage }));
const ConnectionsPage = lazy(async () => ({
  default: (await import('../../capabilities/connections/ConnectionsPage.tsx')).ConnectionsPage,
}));
const SettingsPage = lazy(async () => ({ default: (await import('../../capabilities/settings/SettingsPage.tsx')).SettingsPage }));
const AlarmsPage = lazy(async () => ({ default: (await import('../../capabilities/alarms/AlarmsPage.tsx')).AlarmsPage }));
const AnnouncementsPage = lazy(async () => ({
  default: (await import('../../capabilities/announcements/AnnouncementsPage.tsx')).AnnouncementsPage,
}));
const ChatsPage = lazy(async () => ({ default: (await import('../../capabilities/chats/ChatsPage.tsx')).ChatsPage }));
const CampaignsPage = lazy(async () => ({ default: (await import('../../capabilities/campaigns/CampaignsPage.tsx')).CampaignsPage }));
const CampaignReportPage = lazy(async () => ({
  default: (await import('../../capabilities/campaigns/CampaignReportPage.tsx')).CampaignReportPage,
}));
const CampaignsConfigPage = lazy(async () => ({
  default: (await import('../../capabilities/campaigns/CampaignsConfigPage.tsx')).CampaignsConfigPage,
}));
const HelpsPage = lazy(async () => ({ default: (await import('../../capabilities/helps/HelpsPage.tsx')).HelpsPage }));
const SimulatorPage = lazy(async () => ({ default: (await import('../../capabilities/simulator/SimulatorPage.tsx')).SimulatorPage }));
const MessagesApiPage = lazy(async () => ({
  default: (await import('../../capabilities/messages-api/MessagesApiPage.tsx')).MessagesApiPage,
}));
const WebhooksPage = lazy(async () => ({ default: (await import('../../capabilities/webhooks/WebhooksPage.tsx')).WebhooksPage }));
const InvoicesPage = lazy(async () => ({ default: (await import('../../capabilities/payments/InvoicesPage.tsx')).InvoicesPage }));
const SubscriptionPage = lazy(async () => ({
  default: (await import('../../capabilities/payments/SubscriptionPage.tsx')).SubscriptionPage,
}));

/** Every private address of the product. An entry without a page is not built yet: hidden in the menu and not found. */
export const pages: readonly PageEntry[] = [
  { path: '/', who: 'dashboard:view', page: DashboardPage, otherwise: '/tickets' },
  { path: '/tickets/:uuid?', who: 'session', page: TicketsPage },
  { path: '/tickets/:uuid/transcript', who: 'session', page: TranscriptPage },
  { path: '/quick-messages', who: 'session', page: QuickMessagesPage },
  { path: '/kanban', who: 'session', page: KanbanPage },
  { path: '/todolist', who: 'session', page: TasksPage },
  { path: '/contacts', who: 'session', page: ContactsPage },
  { path: '/schedules', who: 'session', page: SchedulesPage },
  { path: '/tags', who: 'session', page: TagsPage },
  { path: '/chats/:uuid?', who: 'session', page: ChatsPage },
  { path: '/helps', who: 'session', page: HelpsPage },
  { path: '/campaigns', who: 'campaigns', page: CampaignsPage, otherwise: '/tickets' },
  { path: '/campaign/:campaignId/report', who: 'campaigns', page: CampaignReportPage, otherwise: '/tickets' },
  { path: '/contact-lists', who: 'campaigns', page: ContactListsPage, otherwise: '/tickets' },
  { path: '/contact-lists/:contactListId/contacts', who: 'campaigns', page: ContactListItemsPage, otherwise: '/tickets' },
  { path: '/campaigns-config', who: 'campaigns', page: CampaignsConfigPage, otherwise: '/tickets' },
  { path: '/announcements', who: 'super', page: AnnouncementsPage },
  { path: '/alarms', who: 'super', page: AlarmsPage },
  { path: '/connections', who: 'drawer-admin-items:view', page: ConnectionsPage },
  { path: '/simulator', who: 'simulator:drive', page: SimulatorPage },
  { path: '/queues', who: 'drawer-admin-items:view', page: QueuesPage },
  { path: '/users', who: 'drawer-admin-items:view', page: UsersPage },
  { path: '/messages-api', who: 'drawer-admin-items:view', page: MessagesApiPage },
  { path: '/webhooks', who: 'webhooks:manage', page: WebhooksPage },
  { path: '/financeiro', who: 'invoices:pay', page: InvoicesPage },
  { path: '/subscription', who: 'invoices:pay', page: SubscriptionPage },
  { path: '/settings', who: 'settings', page: SettingsPage },
];

const firstSegment = (path: string) => `/${path.split('/')[1] ?? ''}`;

export const isBuilt = (path: string): boolean => pages.some((entry) => entry.page !== undefined && firstSegment(entry.path) === path);
