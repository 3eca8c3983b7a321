import type { TicketNote } from '@prosa/contracts/ticket-notes';
import type { Transcript } from '@prosa/contracts/transcripts';
import { memo, useMemo, useState } from 'react';
import { Link, Redirect, useParams } from 'wouter';
import { ApiError } from '../../../platform/api/api.ts';
import { errorText } from '../../../platform/api/errors.ts';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { formatDate, formatPhone, formatTime } from '../../../platform/language/format.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useCan } from '../../../platform/session/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { DownloadIcon, PrinterIcon } from '../../../ui/icons/chat-icons.tsx';
import { ChevronLeftIcon } from '../../../ui/icons/icons.tsx';
import { SkeletonRows } from '../../../ui/Skeleton.tsx';
import { zoneName } from '../../settings/options.ts';
import { useTicket } from '../../ticket-store/tickets.data.ts';
import { Markup } from '../text/Markup.tsx';
import styles from './Transcript.module.css';
import { useNotesOf, useTranscript } from './transcript.data.ts';
import { transcriptMessages } from './transcript.messages.ts';
import { type Entry, entryOf, type Fact, isNewDay, noteEntry, periodOf, toPlainText, withNotes } from './transcript.rules.ts';
import { transcriptTitle } from './transcript-path.ts';
import { useWords } from './useWords.ts';

/** A conversation on paper: to be printed, or saved as plain text. */
export function TranscriptPage() {
  const { uuid } = useParams<{ uuid: string }>();
  const text = useMessages(transcriptMessages);
  const common = useMessages(commonMessages);
  const ticket = useTicket(uuid);
  const [hasNotes, setNotes] = useState(false);
  const transcript = useTranscript(ticket.data?.id);
  const noted = useNotesOf(ticket.data, hasNotes);
  const shown = usePages(transcript.data?.pages, noted.notes);
  const head = transcript.data?.pages[0];
  const facts = useFacts(head, shown);
  const failed = [ticket, transcript, noted].find(({ error }) => error);
  if (ticket.error instanceof ApiError && [400, 403, 404].includes(ticket.error.status)) return <Redirect to="/tickets" replace />;
  const isReady = transcript.isWhole && !noted.isMissing;
  const save = () => saveText(`${text('file')}-${head?.protocol ?? ''}.txt`, toPlainText(text('heading'), facts, shown));
  return (
    <div className={styles.page}>
      <Tools {...{ uuid, isReady, hasNotes }} onNotes={setNotes} onSave={save} />
      {head && !transcript.isWhole && !failed && (
        <p role="status" className={styles.status}>
          {text('loading', { n: shown.flat().length, total: head.count })}
        </p>
      )}
      {failed && (
        <div role="alert" className={styles.status}>
          <p>
            {text('failed')} {errorText(failed.error)}
          </p>
          <Button onClick={() => void failed.refetch()}>{common('tryAgain')}</Button>
        </div>
      )}
      {head ? <Sheet heading={text('heading')} facts={facts} pages={shown} empty={text('none')} /> : !failed && <SkeletonRows rows={8} />}
    </div>
  );
}

/** A page that was made ready stays as it is when the next ones come. */
function usePages(read: readonly Transcript[] | undefined, notes: readonly TicketNote[]): Entry[][] {
  const words = useWords();
  const made = useMemo(() => ({ words, pages: new WeakMap<Transcript, Entry[]>() }), [words]);
  return useMemo(() => {
    const entriesOf = (page: Transcript) => {
      const entries = made.pages.get(page) ?? page.lines.map((line) => entryOf(line, page.company, made.words));
      made.pages.set(page, entries);
      return entries;
    };
    return withNotes(
      (read ?? []).map(entriesOf),
      notes.map((note) => noteEntry(note, made.words)),
    );
  }, [read, notes, made]);
}

type ToolsProps = { uuid: string; isReady: boolean; hasNotes: boolean; onNotes: (has: boolean) => void; onSave: () => void };

/** Not on paper. */
function Tools({ uuid, isReady, hasNotes, onNotes, onSave }: ToolsProps) {
  const text = useMessages(transcriptMessages);
  const title = useMessages(transcriptTitle);
  const maySeeNotes = useCan('notes:use');
  return (
    <header className={styles.tools}>
      <Link href={`/tickets/${uuid}`} className={styles.back} aria-label={text('back')} title={text('back')}>
        <ChevronLeftIcon />
      </Link>
      <h1>{title('title')}</h1>
      {maySeeNotes && <Checkbox label={text('notes')} checked={hasNotes} onChange={onNotes} />}
      <span className={styles.buttons}>
        <Button icon={<DownloadIcon size={16} />} disabled={!isReady} onClick={onSave}>
          {text('save')}
        </Button>
        <Button kind="primary" icon={<PrinterIcon size={16} />} disabled={!isReady} onClick={() => window.print()}>
          {text('print')}
        </Button>
      </span>
    </header>
  );
}

function useFacts(head: Transcript | undefined, pages: Entry[][]): Fact[] {
  const text = useMessages(transcriptMessages);
  if (!head) return [];
  const { company, contact, protocol, queue, user, connection, count, timeZone } = head;
  return [
    { name: text('company'), value: company },
    { name: text('contact'), value: `${contact.name} · ${formatPhone(contact.number)}` },
    { name: text('protocol'), value: protocol },
    { name: text('period'), value: periodOf(head, pages) },
    { name: text('zone'), value: zoneName(timeZone) },
    { name: text('user'), value: user ?? '' },
    { name: text('queue'), value: queue ?? '' },
    { name: text('connection'), value: connection },
    { name: text('messages'), value: String(count) },
  ].filter(({ value }) => value !== '');
}

type SheetProps = { heading: string; facts: readonly Fact[]; pages: readonly Entry[][]; empty: string };

function Sheet({ heading, facts, pages, empty }: SheetProps) {
  const isEmpty = pages.every((page) => page.length === 0);
  return (
    <article className={styles.sheet} aria-label={heading}>
      <h2>{heading}</h2>
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isEmpty && <p>{empty}</p>}
      {pages.map((entries, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages only come after one another
        <Lines key={place} entries={entries} before={pages[place - 1]?.at(-1)} />
      ))}
    </article>
  );
}

/** A page as it was fetched: it is drawn once, and far from the screen not at all until it is printed. */
const Lines = memo(function Lines({ entries, before }: { entries: Entry[]; before: Entry | undefined }) {
  return (
    <div className={styles.lines}>
      {entries.map((entry, place) => (
        <Line key={entry.key} entry={entry} isNewDay={isNewDay(place === 0 ? before : entries[place - 1], entry)} />
      ))}
    </div>
  );
});

function Line({ entry, isNewDay: startsDay }: { entry: Entry; isNewDay: boolean }) {
  return (
    <>
      {startsDay && <h3>{formatDate(entry.at)}</h3>}
      <div className={styles.line} data-note={entry.isNote || undefined} data-quiet={entry.isQuiet || undefined}>
        <time dateTime={entry.at}>{formatTime(entry.at)}</time>
        <p>
          <b>{entry.name}</b>
          {entry.marks.length > 0 && <small> ({entry.marks.join(', ')})</small>}
        </p>
        <p className={styles.words}>
          <Markup text={entry.body} />
        </p>
      </div>
    </>
  );
}

function saveText(name: string, words: string): void {
  const address = URL.createObjectURL(new Blob([words], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
