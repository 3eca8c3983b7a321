import { useCommands } from '../../platform/browser/commands.ts';
import { commandKey, isFreeKey, isSomethingOnTop, useKeys } from '../../platform/browser/shortcuts.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { tagsMessages } from '../tags/tags.messages.ts';
import { historyTitleMessages } from '../ticket-history/history-title.messages.ts';
import { chatMessages } from './messages/chat.messages.ts';
import { transcriptTitle } from './transcript/transcript-path.ts';

export type ChatKeys = {
  resolve: () => void;
  resolveAndNext: () => void;
  giveBack: () => void;
  transfer: () => void;
  tags: () => void;
  drawer: () => void;
  schedule: () => void;
  search: () => void;
  /** Why the ticket is here. */
  history: () => void;
  transcript: () => void;
  latest: () => void;
  /** The top layer of the chat goes; the chat itself is the last. */
  escape: () => void;
};

/** The keys of an open conversation. Letters only while nobody types. What has no other command is offered to the palette too. */
export function useChatKeys(keys: ChatKeys): void {
  const text = useMessages(chatMessages);
  const tags = useMessages(tagsMessages);
  const history = useMessages(historyTitleMessages);
  const transcript = useMessages(transcriptTitle);
  useCommands([
    { id: 'chat-tags', label: tags('editTags'), keys: ['L'], run: keys.tags },
    { id: 'chat-contact', label: text('contactDetails'), keys: ['I'], run: keys.drawer },
    { id: 'chat-schedule', label: text('schedule'), keys: ['S'], run: keys.schedule },
    { id: 'chat-history', label: history('title'), run: keys.history },
    { id: 'chat-transcript', label: transcript('title'), run: keys.transcript },
    { id: 'chat-search', label: text('searchInChat'), keys: [commandKey, 'F'], run: keys.search },
  ]);
  useKeys((event) => {
    const action = actionOf(event, keys);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

export function actionOf(event: KeyboardEvent, keys: ChatKeys): (() => void) | undefined {
  if (isFind(event) && !isSomethingOnTop()) return keys.search;
  if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && !isSomethingOnTop()) return keys.escape;
  if (!isFreeKey(event)) return undefined;
  switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
    case 'e':
      return event.shiftKey ? keys.resolveAndNext : keys.resolve;
    case 'u':
      return keys.giveBack;
    case 't':
      return keys.transfer;
    case 'l':
      return keys.tags;
    case 'i':
      return keys.drawer;
    case 's':
      return keys.schedule;
    case 'End':
      return keys.latest;
    default:
      return undefined;
  }
}

function isFind(event: KeyboardEvent): boolean {
  return event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
}
