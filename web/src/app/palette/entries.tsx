import type { ReactNode } from 'react';
import { quickMessageTarget } from '../../capabilities/quick-messages/quick-messages.data.ts';
import { labelOf } from '../../capabilities/quick-messages/suggest.ts';
import { startTour } from '../../capabilities/tour/tour.ts';
import { commandsNow } from '../../platform/browser/commands.ts';
import { useInstall } from '../../platform/browser/install.ts';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useTheme } from '../../platform/browser/theme.ts';
import { formatPhone } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { DownloadIcon, PlusIcon } from '../../ui/icons/chat-icons.tsx';
import { BoltIcon, ChatIcon, ExitIcon, HelpIcon, PersonIcon, SunIcon } from '../../ui/icons/icons.tsx';
import { KeyboardIcon } from '../../ui/icons/list-icons.tsx';
import { maySee } from '../navigation/access.ts';
import { goKeys, isPageAvailable } from '../navigation/go-keys.ts';
import { furtherPages, menu } from '../navigation/menu.ts';
import { shellMessages } from '../navigation/shell.messages.ts';
import { bestMatches, containsAllWords } from './fuzzy.ts';
import { openLayer } from './layer.ts';
import { usePaletteSearch } from './palette.data.ts';
import { paletteMessages } from './palette.messages.ts';
import { recentIds } from './recent.ts';

export type Entry = { id: string; label: string; icon: ReactNode; detail?: string; keys?: readonly string[]; run: () => void };
export type Group = { name: keyof typeof paletteMessages.pt; entries: Entry[] };

/** All entries that match the input, by group. */
export function useEntries(typed: string): { groups: Group[]; isSearching: boolean } {
  const { user } = useSession();
  const recent = recentIds(user.id);
  const ticket = commandsNow().map((command): Entry => ({ ...command, icon: <BoltIcon /> }));
  const actions = useActions();
  const pages = usePages();
  const found = useFound(typed);
  if (typed.trim() === '') {
    const known = [...ticket, ...actions, ...pages];
    const used = recent.flatMap((id) => known.find((entry) => entry.id === id) ?? []);
    const isUnused = (entry: Entry) => !used.includes(entry);
    const groups: Group[] = [
      { name: 'recent', entries: used },
      { name: 'ticket', entries: ticket.filter(isUnused) },
      { name: 'actions', entries: actions.filter(isUnused) },
      { name: 'pages', entries: pages.filter(isUnused) },
    ];
    return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching: false };
  }
  const known: Group[] = [
    { name: 'ticket', entries: bestMatches(ticket, typed, recent) },
    { name: 'actions', entries: bestMatches(actions, typed, recent) },
    { name: 'pages', entries: bestMatches(pages, typed, recent) },
  ];
  // A typed name should find the person before commands with scattered letters.
  const isMeant = ({ entries: [first] }: Group) => first !== undefined && containsAllWords(typed, first.label);
  const groups = [...known.filter(isMeant), ...found.groups, ...known.filter((group) => !isMeant(group))];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching: found.isSearching };
}

function useActions(): Entry[] {
  const text = useMessages(paletteMessages);
  const shell = useMessages(shellMessages);
  const { user, logOut } = useSession();
  const navigate = useNavigate();
  const canInstall = useInstall() !== undefined;
  const { toggle } = useTheme();
  return [
    { id: 'new-ticket', label: text('newTicket'), icon: <PlusIcon />, keys: ['N'], run: () => openLayer.set({ what: 'newTicket' }) },
    { id: 'theme', label: text('theme'), icon: <SunIcon />, run: toggle },
    { id: 'shortcuts', label: text('shortcuts'), icon: <KeyboardIcon />, keys: ['?'], run: () => openLayer.set({ what: 'sheet' }) },
    {
      id: 'tour',
      label: shell('tour'),
      icon: <HelpIcon />,
      run: () => {
        startTour(user.id);
        navigate('/tickets');
      },
    },
    ...(canInstall
      ? [{ id: 'install', label: shell('install'), icon: <DownloadIcon />, run: () => openLayer.set({ what: 'install' }) }]
      : []),
    { id: 'log-out', label: text('logOut'), icon: <ExitIcon />, run: () => void logOut() },
  ];
}

function usePages(): Entry[] {
  const text = useMessages(shellMessages);
  const { user } = useSession();
  const navigate = useNavigate();
  const inMenu = menu.flatMap(({ entries }) => entries).filter(({ path }) => isPageAvailable(user, path));
  return [...inMenu, ...furtherPages.filter(({ who }) => maySee(user, who))].map(({ path, label, under, icon: Icon }): Entry => {
    const letter = goKeys.find((go) => go.path === path)?.key;
    const words = under ? `${text(under)} ▸ ${text(label)}` : text(label);
    return { id: `go-${path}`, label: words, icon: <Icon />, ...(letter && { keys: ['G', letter] }), run: () => navigate(path) };
  });
}

/** Server results, which are not filtered again. */
function useFound(typed: string): { groups: Group[]; isSearching: boolean } {
  const text = useMessages(paletteMessages);
  const navigate = useNavigate();
  const { tickets, contacts, quickMessages, isSearching } = usePaletteSearch(typed);
  const ticketEntries = tickets.map(
    ({ id, uuid, contact, status, queue }): Entry => ({
      id: `open-${uuid}`,
      label: contact.name,
      detail: [`#${id}`, text(status), queue?.name].filter(Boolean).join(' · '),
      icon: <ChatIcon />,
      run: () => navigate(`/tickets/${uuid}`),
    }),
  );
  const contactEntries = contacts.map(
    (contact): Entry => ({
      id: `contact-${contact.id}`,
      label: contact.name,
      detail: formatPhone(contact.number),
      icon: <PersonIcon />,
      run: () => openLayer.set({ what: 'newTicket', contact }),
    }),
  );
  // Where an answer is being written it goes there; elsewhere it is shown where it can be changed.
  const quickEntries = quickMessages.map((chosen): Entry => {
    const target = quickMessageTarget.get();
    return {
      id: `quick-${chosen.id}`,
      label: labelOf(chosen),
      icon: <BoltIcon />,
      run: () => (target ? target(chosen) : navigate('/quick-messages')),
    };
  });
  return {
    groups: [
      { name: 'tickets', entries: ticketEntries },
      { name: 'contacts', entries: contactEntries },
      { name: 'quickMessages', entries: quickEntries },
    ],
    isSearching,
  };
}
