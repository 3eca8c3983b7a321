import { commandKey } from '../../platform/browser/shortcuts.ts';
import type { sheetMessages } from './sheet.messages.ts';

type Text = keyof typeof sheetMessages.pt;
/** `keys` in a row are pressed one after the other or stand for one another, unless they go together. */
export type SheetRow = {
  keys: readonly string[];
  together?: boolean;
  also?: readonly string[];
  words: Text;
  /** Shown only if the user may see this page. */
  leadsTo?: string;
};
export type SheetGroup = { heading: Text; rows: readonly SheetRow[] };

/** Every key of the product, where it holds. */
export const sheet: readonly SheetGroup[] = [
  {
    heading: 'global',
    rows: [
      { keys: [commandKey, 'K'], together: true, words: 'palette' },
      { keys: ['?'], words: 'sheet' },
      { keys: ['G', 'T'], words: 'goTickets', leadsTo: '/tickets' },
      { keys: ['G', 'K'], words: 'goKanban', leadsTo: '/kanban' },
      { keys: ['G', 'C'], words: 'goContacts', leadsTo: '/contacts' },
      { keys: ['G', 'A'], words: 'goSchedules', leadsTo: '/schedules' },
      { keys: ['G', 'Q'], words: 'goQuickMessages', leadsTo: '/quick-messages' },
      { keys: ['G', 'D'], words: 'goDashboard', leadsTo: '/' },
      { keys: ['F6'], words: 'regions' },
      { keys: ['Esc'], words: 'escape' },
      { keys: [commandKey, 'Z'], together: true, words: 'undo' },
    ],
  },
  {
    heading: 'list',
    rows: [
      { keys: ['J', 'K'], also: ['↓', '↑'], words: 'move' },
      { keys: ['Enter'], words: 'open' },
      { keys: ['Alt', '↓ ↑'], together: true, words: 'step' },
      { keys: ['1', '2', '3'], words: 'tabs' },
      { keys: ['P'], words: 'pendingList' },
      { keys: ['A'], words: 'accept' },
      { keys: ['X'], words: 'select' },
      { keys: ['N'], words: 'newTicket' },
      { keys: ['/'], words: 'search' },
      { keys: ['F'], words: 'filters' },
    ],
  },
  {
    heading: 'chat',
    rows: [
      { keys: ['E'], words: 'resolve' },
      { keys: ['Shift', 'E'], together: true, words: 'resolveNext' },
      { keys: ['U'], words: 'giveBack' },
      { keys: ['T'], words: 'transfer' },
      { keys: ['L'], words: 'tags' },
      { keys: ['I'], words: 'drawer' },
      { keys: ['S'], words: 'schedule' },
      { keys: [commandKey, 'F'], together: true, words: 'searchChat' },
      { keys: ['End'], words: 'latest' },
      { keys: ['↑', '↓'], also: ['Home', 'End'], words: 'messages' },
      { keys: ['Enter'], also: ['Shift F10'], words: 'messageMenu' },
      { keys: ['R'], words: 'reply' },
      { keys: ['Del'], words: 'deleteOwn' },
      { keys: ['Space'], words: 'selectMessage' },
      { keys: ['Esc'], words: 'toWriting' },
    ],
  },
  {
    heading: 'composer',
    rows: [
      { keys: ['Enter'], words: 'send' },
      { keys: ['Shift', 'Enter'], together: true, words: 'newLine' },
      { keys: ['/'], words: 'quickReplies' },
      { keys: [':'], words: 'emoji' },
      { keys: ['↑'], words: 'quoteLast' },
      { keys: ['Esc'], words: 'dropQuote' },
      { keys: ['Ctrl', 'Shift', 'Enter'], together: true, words: 'sendResolve' },
      { keys: ['Ctrl', '← →'], together: true, words: 'moveFile' },
    ],
  },
  {
    heading: 'board',
    rows: [
      { keys: ['←', '→', '↑', '↓'], words: 'boardMove' },
      { keys: ['Ctrl', '← →'], together: true, words: 'boardCard' },
      { keys: ['M'], words: 'boardMenu' },
      { keys: ['Enter'], words: 'boardOpen' },
    ],
  },
  {
    heading: 'media',
    rows: [
      { keys: ['Space'], words: 'play' },
      { keys: ['←', '→'], words: 'seek' },
      { keys: [',', '.'], words: 'speed' },
      { keys: ['+', '−'], words: 'zoom' },
    ],
  },
  {
    heading: 'tasks',
    rows: [
      { keys: ['↑', '↓'], words: 'move' },
      { keys: ['Enter'], words: 'editTask' },
      { keys: ['Del'], words: 'deleteTask' },
      { keys: [commandKey, '↑ ↓'], together: true, words: 'moveTask' },
    ],
  },
];
