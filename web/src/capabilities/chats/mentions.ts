import type { Chat } from '@prosa/contracts/chats';
import { plainText } from '@prosa/contracts/plain-text';

type Member = { id: number; name: string };
export const membersOf = (chat: Chat): Member[] => chat.users.map(({ user }) => user);

const query = /(?:^|\s)@([^\s@][^@\n]{0,40}|)$/u;

/** What is typed after an @ before the caret, if anything is being mentioned there. */
export const mentionTyped = (words: string, caret: number): string | undefined => query.exec(words.slice(0, caret))?.[1];

/** Blind to case and accents. */
export const plain = (text: string) => plainText(text, 'NFKD');

/** Members whose name, or a word of it, begins with what is typed. */
export const suggested = (members: readonly Member[], typed: string, most = 6): Member[] =>
  members.filter(({ name }) => plain(` ${name}`).includes(` ${plain(typed)}`)).slice(0, most);

/** A stretch of text that is a mention, a ticket's protocol number, or neither. */
export type Stretch = { text: string; member?: Member; code?: string };

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Mentions are `@` and a member's whole name, the longest that fits; protocol numbers are `#` and digits. */
export function readStretches(text: string, members: readonly Member[]): Stretch[] {
  const names = members.map(({ name }) => name).toSorted((a, b) => b.length - a.length);
  const mention = names.length > 0 ? `@(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])|` : '';
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${mention}#\\d{4,20}(?![\\p{L}\\p{N}]))`, 'gu');
  const stretches: Stretch[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(found)) {
    if (index > from) stretches.push({ text: text.slice(from, index) });
    const member = members.find(({ name }) => word === `@${name}`);
    stretches.push(member ? { text: word, member } : { text: word, code: word.slice(1) });
    from = index + word.length;
  }
  if (from < text.length) stretches.push({ text: text.slice(from) });
  return stretches;
}

/** Whom a text mentions. */
export const mentionsIn = (text: string, members: readonly Member[]): number[] => [
  ...new Set(readStretches(text, members).flatMap(({ member }) => member?.id ?? [])),
];
