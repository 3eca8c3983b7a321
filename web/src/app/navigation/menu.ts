import type { ComponentType } from 'react';
import {
  AlertIcon,
  BoardIcon,
  BoltIcon,
  CalendarIcon,
  ChartIcon,
  ChatIcon,
  ChatsIcon,
  CheckIcon,
  CodeIcon,
  DeviceIcon,
  GearIcon,
  HelpIcon,
  MegaphoneIcon,
  MoneyIcon,
  PeopleIcon,
  PersonIcon,
  PlugIcon,
  TagIcon,
  TreeIcon,
} from '../../ui/icons/icons.tsx';
import type { PagePolicy } from './pages.ts';
import type { shellMessages } from './shell.messages.ts';

export type MenuLabel = keyof typeof shellMessages.pt;
export type MenuEntry = {
  path: string;
  label: MenuLabel;
  icon: ComponentType<{ size?: number }>;
  who: PagePolicy;
  /** It stands in a group of its own, which opens and closes, with those beside it that name the same. */
  under?: SubGroup;
};
export type SubGroup = 'campaigns';
/** The icons of such groups. */
export const subGroupIcons: Record<SubGroup, ComponentType<{ size?: number }>> = { campaigns: MegaphoneIcon };
export type MenuGroup = { heading: MenuLabel; entries: readonly MenuEntry[] };

/** The menu in its order. Entries whose page is not built, or not for this person, are left out when it is shown. */
export const menu: readonly MenuGroup[] = [
  {
    heading: 'service',
    entries: [
      { path: '/tickets', label: 'tickets', icon: ChatIcon, who: 'session' },
      { path: '/quick-messages', label: 'quickMessages', icon: BoltIcon, who: 'session' },
      { path: '/kanban', label: 'kanban', icon: BoardIcon, who: 'session' },
      { path: '/todolist', label: 'tasks', icon: CheckIcon, who: 'session' },
      { path: '/contacts', label: 'contacts', icon: PersonIcon, who: 'session' },
      { path: '/schedules', label: 'schedules', icon: CalendarIcon, who: 'session' },
      { path: '/tags', label: 'tags', icon: TagIcon, who: 'session' },
      { path: '/chats', label: 'chats', icon: ChatsIcon, who: 'session' },
      { path: '/helps', label: 'help', icon: HelpIcon, who: 'session' },
    ],
  },
  { heading: 'management', entries: [{ path: '/', label: 'dashboard', icon: ChartIcon, who: 'dashboard:view' }] },
  {
    heading: 'administration',
    entries: [
      { path: '/campaigns', label: 'campaignList', icon: MegaphoneIcon, who: 'campaigns', under: 'campaigns' },
      { path: '/contact-lists', label: 'contactLists', icon: PeopleIcon, who: 'campaigns', under: 'campaigns' },
      { path: '/campaigns-config', label: 'campaignSettings', icon: GearIcon, who: 'campaigns', under: 'campaigns' },
      { path: '/announcements', label: 'announcements', icon: MegaphoneIcon, who: 'super' },
      { path: '/alarms', label: 'alarms', icon: AlertIcon, who: 'super' },
      { path: '/connections', label: 'connections', icon: PlugIcon, who: 'drawer-admin-items:view' },
      { path: '/simulator', label: 'simulator', icon: DeviceIcon, who: 'simulator:drive' },
      { path: '/queues', label: 'queues', icon: TreeIcon, who: 'drawer-admin-items:view' },
      { path: '/users', label: 'users', icon: PeopleIcon, who: 'drawer-admin-items:view' },
      { path: '/messages-api', label: 'api', icon: CodeIcon, who: 'drawer-admin-items:view' },
      { path: '/financeiro', label: 'billing', icon: MoneyIcon, who: 'invoices:pay' },
      { path: '/settings', label: 'settings', icon: GearIcon, who: 'settings' },
    ],
  },
];

/** Pages that stand in no menu, since others lead to them; the palette knows them too. */
export const furtherPages: readonly MenuEntry[] = [
  { path: '/subscription', label: 'subscription', icon: MoneyIcon, who: 'invoices:pay' },
  { path: '/settings?tab=companies', label: 'companies', icon: PeopleIcon, who: 'super' },
  { path: '/settings?tab=plans', label: 'plans', icon: MoneyIcon, who: 'super' },
  { path: '/settings?tab=helps', label: 'helpVideos', icon: HelpIcon, who: 'super' },
  { path: '/settings?tab=overview', label: 'overview', icon: ChartIcon, who: 'super' },
];
