import { plainText } from '@prosa/contracts/plain-text';
import { maxOptionDepth, maxOptionsBeside, type QueueOption } from '@prosa/contracts/queue-options';

export type FindingKind =
  | 'noGreeting'
  | 'noTitle'
  | 'noText'
  | 'deadEnd'
  | 'billBranch'
  | 'unreachable'
  | 'beyond'
  | 'longList'
  | 'longText'
  | 'duplicate';
/** `id` is the option it is about; nothing: the menu of the queue itself. */
export type Finding = { kind: FindingKind; id: number | null; title: string };

/** What a phone shows without scrolling, and what a text with buttons may hold. */
const maxLines = 10;
const maxCharacters = 1024;

/** What a customer would stumble over in a menu, in the order of the tree. */
export function menuFindings(greeting: string, tree: readonly QueueOption[]): Finding[] {
  if (tree.length === 0) return [];
  return [
    ...(isBlank(greeting) ? [{ kind: 'noGreeting' as const, id: null, title: '' }] : []),
    ...ofMenu(null, '', greeting, tree),
    ...tree.flatMap((option, index) => ofOption(option, index, 1)),
  ];
}

function ofOption(option: QueueOption, index: number, level: number): Finding[] {
  const { id, title, message, type, children } = option;
  const about = (kind: FindingKind): Finding => ({ kind, id, title });
  const isLeaf = children.length === 0;
  return [
    ...(isBlank(title) ? [about('noTitle')] : []),
    ...(level > maxOptionDepth ? [about('unreachable')] : []),
    ...(index >= maxOptionsBeside ? [about('beyond')] : []),
    ...(isLeaf && type === 'text' && isBlank(message) ? [about('deadEnd')] : []),
    ...(!isLeaf && type === 'text' && isBlank(message) ? [about('noText')] : []),
    ...(!isLeaf && type === 'bill' ? [about('billBranch')] : []),
    ...(type === 'text' ? ofMenu(id, title, message, children) : []),
    ...children.flatMap((child, place) => ofOption(child, place, level + 1)),
  ];
}

/** What is wrong with one text that offers options. */
function ofMenu(id: number | null, title: string, message: string, options: readonly QueueOption[]): Finding[] {
  const written = [message, ...options.map((option, index) => `*[ ${index + 1} ]* - ${option.title}`)].join('\n');
  const names = options.map((option) => plain(option.title));
  const twice = options.filter((_option, index) => names[index] !== '' && names.indexOf(names[index] ?? '') < index);
  return [
    ...(options.length > maxLines ? [{ kind: 'longList' as const, id, title }] : []),
    ...(written.length > maxCharacters ? [{ kind: 'longText' as const, id, title }] : []),
    ...twice.map((option): Finding => ({ kind: 'duplicate', id: option.id, title: option.title })),
  ];
}

const isBlank = (text: string) => text.trim() === '';
/** As the bot reads an answer: without case and accents. */
const plain = (text: string) => plainText(text).replace(/\s+/g, ' ').trim();
