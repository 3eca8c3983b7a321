import { type TicketNote, TicketNoteInput } from '@prosa/contracts/ticket-notes';
import type { Ticket } from '@prosa/contracts/tickets';
import { useState } from 'react';
import { showError } from '../../platform/api/errors.ts';
import { notify } from '../../platform/browser/notices.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TrashIcon } from '../../ui/icons/icons.tsx';
import { RemoveDialog } from '../../ui/overlays/RemoveDialog.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Notes.module.css';
import { useAddNote, useNotes, useRemoveNote } from './ticket-notes.data.ts';
import { notesMessages } from './ticket-notes.messages.ts';

/** What colleagues should know about this contact. */
export function Notes({ ticket }: { ticket: Ticket }) {
  const text = useMessages(notesMessages);
  const common = useMessages(commonMessages);
  const notes = useNotes(ticket);
  const [doomed, setDoomed] = useState<TicketNote>();
  return (
    <>
      <NewNote ticket={ticket} />
      {notes.isPending && <SkeletonRows rows={2} />}
      {notes.isError && (
        <p className={styles.none} role="alert">
          {text('failed')} <Button onClick={() => void notes.refetch()}>{common('tryAgain')}</Button>
        </p>
      )}
      {notes.data?.length === 0 && <p className={styles.none}>{text('none')}</p>}
      <ul className={styles.notes}>
        {notes.data?.map((note) => (
          <Note key={note.id} note={note} onDelete={() => setDoomed(note)} />
        ))}
      </ul>
      {doomed && <RemoveNote ticket={ticket} note={doomed} onDone={() => setDoomed(undefined)} />}
    </>
  );
}

function NewNote({ ticket }: { ticket: Ticket }) {
  const text = useMessages(notesMessages);
  const common = useMessages(commonMessages);
  const add = useAddNote(ticket);
  const draft = useDraft(TicketNoteInput, { note: '', ticketId: ticket.id });
  const submit = draft.onSubmit(({ note }) =>
    add.mutate(note, {
      onSuccess: () => {
        draft.reset();
        notify('success', text('added'));
      },
      onError: (error) => {
        if (!draft.refuse(error)) showError(error);
      },
    }),
  );
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <TextArea
        label={text('field')}
        labelHidden
        placeholder={text('field')}
        rows={2}
        value={draft.values.note}
        error={draft.errors.note}
        onChange={(note) => draft.set('note', note)}
        onBlur={() => draft.leave('note')}
      />
      <Button type="submit" busy={add.isPending}>
        {common('add')}
      </Button>
    </form>
  );
}

function Note({ note, onDelete }: { note: TicketNote; onDelete: () => void }) {
  const text = useMessages(notesMessages);
  const { user } = useSession();
  const author = note.user?.name ?? text('unknown');
  const mayDelete = user.profile === 'admin' || note.userId === user.id;
  return (
    <li className={styles.note}>
      <p className={styles.words}>{note.note}</p>
      <footer>
        <span>
          {author} · <time dateTime={note.createdAt}>{formatDateTime(note.createdAt)}</time>
        </span>
        {mayDelete && (
          <IconButton label={text('deleteOf', { name: author })} onClick={onDelete}>
            <TrashIcon size={16} />
          </IconButton>
        )}
      </footer>
    </li>
  );
}

function RemoveNote({ ticket, note: { id }, onDone }: { ticket: Ticket; note: TicketNote; onDone: () => void }) {
  const text = useMessages(notesMessages);
  const remove = useRemoveNote(ticket);
  return <RemoveDialog {...{ id, remove }} title={text('deleteTitle')} removed={text('removed')} onClose={onDone} />;
}
