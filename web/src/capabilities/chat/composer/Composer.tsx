import type { Message } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { lazy, Suspense, useState } from 'react';
import { useCommands } from '../../../platform/browser/commands.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SignIcon } from '../../../ui/icons/chat-icons.tsx';
import { CloseIcon } from '../../../ui/icons/icons.tsx';
import { useTicketActions } from '../../ticket-actions/useTicketActions.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import type { Writing } from '../messages/outbox.data.ts';
import type { Quoting } from '../messages/useQuote.ts';
import { PresenceLine } from '../presence/Presence.tsx';
import type { Viewer } from '../presence/presence.data.ts';
import { Quote } from '../thread/Quote.tsx';
import styles from './Composer.module.css';
import { ConnectionLine } from './ConnectionLine.tsx';
import { composerMessages } from './composer.messages.ts';
import { EditRow } from './EditRow.tsx';
import { ClosedWindow, Countdown } from './ServiceWindow.tsx';
import { TrayView } from './TrayView.tsx';
import { toAttachment, useTray } from './tray.ts';
import { useAddFiles } from './useAddFiles.ts';
import { useSigning } from './useSigning.ts';
import { WritingRow } from './WritingRow.tsx';
import { useServiceWindow } from './window.data.ts';
import { windowMessages } from './window.messages.ts';

const TemplateDialog = lazy(async () => ({ default: (await import('../templates/TemplateDialog.tsx')).TemplateDialog }));
const RecordingBar = lazy(async () => ({ default: (await import('./RecordingBar.tsx')).RecordingBar }));

export type ComposerProps = {
  ticket: Ticket;
  quoting: Quoting;
  writing: Writing;
  viewers: Viewer[];
  arrival: Message | undefined;
  newest: Message | undefined;
  editing: Editing;
};
/** The own message that is being put otherwise, if there is one. */
export type Editing = { message: Message | undefined; stop: () => void; editLast: () => boolean };

/** Supervisors may only read tickets of others; admins may answer any. */
export function Composer(props: ComposerProps) {
  const { user } = useSession();
  const { ticket } = props;
  if (ticket.status !== 'open') return <ClosedComposer ticket={ticket} />;
  return user.profile === 'admin' || ticket.userId === user.id ? <OpenComposer {...props} /> : <OthersComposer ticket={ticket} />;
}

function OpenComposer({ ticket, quoting, writing, viewers, arrival, newest, editing }: ComposerProps) {
  const tray = useTray(ticket.id);
  const signing = useSigning();
  const giveFiles = useAddFiles(tray.add);
  const [isRecording, setRecording] = useState(false);
  const { quoted, quote } = quoting;
  const window = useServiceWindow(ticket);
  const templates = useTemplates(ticket, writing, window !== undefined);

  /** The words are the caption of the first file; each file is a message of its own, so that one that fails keeps no other. */
  const send = async (words: string): Promise<boolean> => {
    const body = words === '' ? '' : signing.sign(words);
    const files = tray.take();
    quote(undefined);
    const [first, ...others] = files;
    const results = [writing.send({ body, quoted, attached: first }), ...others.map((file) => writing.send({ body: '', attached: file }))];
    return (await Promise.all(results)).every(Boolean);
  };
  const sendVoice = async (file: File, seconds: number) => {
    setRecording(false);
    quote(undefined);
    void writing.send({ body: '', quoted, attached: await toAttachment(file, { voice: true, seconds }) });
  };

  const canWrite = (window?.isOpen !== false || isRecording) && !editing.message;
  return (
    <div className={styles.composer}>
      <div className={styles.strip}>
        <PresenceLine viewers={viewers} />
        {window?.isOpen && <Countdown window={window} />}
      </div>
      <ConnectionLine ticket={ticket} />
      {canWrite && <QuotedMessage ticket={ticket} quoting={quoting} />}
      {canWrite && tray.pending.length > 0 && <TrayView tray={tray} />}
      {editing.message ? (
        <EditRow key={editing.message.id} message={editing.message} ticketId={ticket.id} onDone={editing.stop} />
      ) : isRecording ? (
        <Suspense fallback={<div className={styles.row} aria-busy />}>
          <RecordingBar ticketId={ticket.id} onSend={(file, seconds) => void sendVoice(file, seconds)} onStop={() => setRecording(false)} />
        </Suspense>
      ) : window && !canWrite ? (
        <ClosedWindow ticketId={ticket.id} hours={window.hours} onTemplate={templates.pick} />
      ) : (
        <WritingRow
          {...{ ticket, quoting, arrival, newest }}
          onEditLast={editing.editLast}
          hasFiles={tray.pending.length > 0}
          onFiles={giveFiles}
          onSend={send}
          onRecord={() => setRecording(true)}
          onTemplate={window && templates.pick}
          tools={<SignSwitch signing={signing} />}
        />
      )}
      {templates.dialog}
    </div>
  );
}

/** Whether the name stands before what is written: part of the field, so that it takes no line of its own. */
function SignSwitch({ signing }: { signing: ReturnType<typeof useSigning> }) {
  const text = useMessages(composerMessages);
  const { user } = useSession();
  return (
    <label className={styles.sign} title={text('signHint', { name: user.name })} data-on={signing.isOn || undefined}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        aria-label={text('sign')}
        checked={signing.isOn}
        onChange={(event) => signing.set(event.target.checked)}
      />
      <SignIcon size={18} />
    </label>
  );
}

/** Templates are for channels that close; there they can always be picked. */
function useTemplates(ticket: Ticket, writing: Writing, isOffered: boolean) {
  const text = useMessages(windowMessages);
  const [isPicking, setPicking] = useState(false);
  const pick = () => setPicking(true);
  useCommands(isOffered ? [{ id: 'chat-template', label: text('sendTemplate'), run: pick }] : []);
  const dialog = isPicking && (
    <Suspense>
      <TemplateDialog ticket={ticket} onSend={(filled) => void writing.send(filled)} onClose={() => setPicking(false)} />
    </Suspense>
  );
  return { pick, dialog };
}

function QuotedMessage({ ticket, quoting: { quoted, quote } }: Pick<ComposerProps, 'ticket' | 'quoting'>) {
  const text = useMessages(composerMessages);
  if (!quoted) return null;
  return (
    <div className={styles.quote}>
      <Quote quoted={quoted} contactName={ticket.contact.name} />
      <IconButton label={text('dropQuote')} onClick={() => quote(undefined)}>
        <CloseIcon size={16} />
      </IconButton>
    </div>
  );
}

function OthersComposer({ ticket }: { ticket: Ticket }) {
  const text = useMessages(composerMessages);
  return (
    <div className={styles.composer}>
      <div className={styles.row}>
        <textarea
          className={styles.area}
          rows={1}
          aria-label={text('write')}
          placeholder={text('othersTicket', { name: ticket.user?.name ?? '' })}
          disabled
          value=""
        />
      </div>
    </div>
  );
}

function ClosedComposer({ ticket }: { ticket: Ticket }) {
  const text = useMessages(composerMessages);
  const words = useMessages(messagesMessages);
  const actions = useTicketActions();
  const isPending = ticket.status === 'pending';
  return (
    <div className={styles.composer}>
      <div className={styles.row}>
        <textarea className={styles.area} rows={1} aria-label={text('write')} placeholder={text('closedToWriting')} disabled value="" />
        <Button kind="primary" busy={actions.busy} onClick={() => void (isPending ? actions.accept(ticket) : actions.reopen(ticket))}>
          {words(isPending ? 'accept' : 'reopen')}
        </Button>
      </div>
    </div>
  );
}
