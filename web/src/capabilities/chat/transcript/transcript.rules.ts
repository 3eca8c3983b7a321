import type { TicketNote } from '@prosa/contracts/ticket-notes';
import type { Transcript, TranscriptLine } from '@prosa/contracts/transcripts';
import { dayOf, formatDate, formatDateTime, formatPhone, formatTime } from '../../../platform/language/format.ts';

/** What is printed of one message or note. */
export type Entry = { key: string; at: string; name: string; body: string; marks: string[]; isNote: boolean; isQuiet: boolean };
export type Words = Record<'deleted' | 'note' | 'notSent' | 'edited' | 'forwarded', string> & {
  media: Record<NonNullable<TranscriptLine['mediaType']>, string>;
  call: (line: TranscriptLine) => string;
  /** What sent a message that nobody wrote by hand. */
  origin: (origin: TranscriptLine['origin']) => string | undefined;
};

/** The signature is the name that stands before it already. */
function unsigned(body: string, name: string): string {
  const signature = `*${name}:*\n`;
  return name !== '' && body.startsWith(signature) ? body.slice(signature.length) : body;
}

function contentOf(line: TranscriptLine, words: Words): string {
  const { mediaType, fileName, data, body } = line;
  if (line.isDeleted) return words.deleted;
  if (mediaType === null) return unsigned(body, line.name);
  if (mediaType === 'call_log') return words.call(line);
  if (mediaType === 'locationMessage')
    return `[${words.media.locationMessage}] ${[data?.name, [data?.latitude, data?.longitude].join(', ')].filter(Boolean).join(' · ')}`;
  if (mediaType === 'vcard')
    return (data?.contacts ?? []).map(({ name, number }) => `[${words.media.vcard}] ${name} ${formatPhone(number)}`.trim()).join('\n');
  const file = `[${words.media[mediaType]}] ${fileName ?? ''}`.trim();
  return body === '' || body === fileName ? file : `${file}\n${unsigned(body, line.name)}`;
}

export function entryOf(line: TranscriptLine, company: string, words: Words): Entry {
  const said = line.fromMe ? (words.origin(line.origin) ?? (line.name || company)) : line.name;
  const marks = line.isDeleted
    ? []
    : [line.data?.forwarded && words.forwarded, line.isEdited && words.edited, line.isFailed && line.fromMe && words.notSent];
  return {
    key: `m${line.id}`,
    at: line.at,
    name: said,
    body: contentOf(line, words),
    marks: marks.filter((mark) => mark !== false && mark !== undefined),
    isNote: false,
    isQuiet: line.isDeleted,
  };
}

export const noteEntry = ({ id, createdAt, note, user }: TicketNote, words: Words): Entry => ({
  key: `n${id}`,
  at: createdAt,
  name: user?.name ?? '',
  body: note,
  marks: [words.note],
  isNote: true,
  isQuiet: false,
});

/** Notes where they belong in time: each before the first message that came after it. */
export function withNotes(pages: readonly Entry[][], notes: readonly Entry[]): Entry[][] {
  if (notes.length === 0) return [...pages];
  let left = [...notes];
  return pages.map((page, place) => {
    const end = page.at(-1)?.at ?? '';
    const isLast = place === pages.length - 1;
    const mine = left.filter(({ at }) => isLast || at <= end);
    left = left.filter((note) => !mine.includes(note));
    return mine.length === 0 ? page : [...page, ...mine].toSorted((a, b) => a.at.localeCompare(b.at));
  });
}

export type Fact = { name: string; value: string };

/** Signs that would break the line, or turn the direction of reading, in a file that is read as plain text. */
const unseen = /[^\P{Cc}\n\t]|\p{Bidi_C}|\ufeff/gu;
const plain = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(unseen, '')
    .trimEnd();
const inOneLine = (text: string) => plain(text).replace(/\s+/g, ' ');

/** Every line of a message but its first is indented: none can be taken for another message. */
const textOf = ({ at, name, body, marks }: Entry) => {
  const marked = marks.length > 0 ? ` (${marks.join(', ')})` : '';
  return `[${formatDate(at)} ${formatTime(at)}] ${inOneLine(name)}${marked}: ${plain(body).replaceAll('\n', '\n    ')}`;
};

export function toPlainText(heading: string, facts: readonly Fact[], pages: readonly Entry[][]): string {
  const head = [heading, ...facts.map(({ name, value }) => `${name}: ${inOneLine(value)}`)];
  const said = pages.flat().map(textOf);
  return `${[...head, '', ...said].join('\r\n')}\r\n`.replace(/([^\r])\n/g, '$1\r\n');
}

/** From the first message to the last. */
export function periodOf({ openedAt, closedAt }: Transcript, pages: readonly Entry[][]): string {
  const entries = pages.flat();
  const [first, last] = [entries[0]?.at ?? openedAt, entries.at(-1)?.at ?? closedAt ?? openedAt];
  return formatDateTime(first) === formatDateTime(last) ? formatDateTime(first) : `${formatDateTime(first)} – ${formatDateTime(last)}`;
}

export const isNewDay = (before: Entry | undefined, entry: Entry) => before === undefined || dayOf(before.at) !== dayOf(entry.at);
