import type { PhoneMessage } from '@prosa/contracts/simulator';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatPhone, formatTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { CloseIcon, PaperclipIcon, SendIcon } from '../../ui/icons/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { captionOf, fileName } from '../chat/media/media.ts';
import { plainText } from '../chat/text/markup.ts';
import { Ack } from '../chat/thread/Ack.tsx';
import { MessageText } from '../chat/thread/MessageText.tsx';
import { type Customer, isNumber } from './CustomerPicker.tsx';
import styles from './Phone.module.css';
import { useMarkRead, usePhoneMessages, useReportTyping, useWrite } from './simulator.data.ts';
import { simulatorMessages } from './simulator.messages.ts';

/** The customer's side of the conversation: their own messages on the right, the business on the left. */
export function Phone({ whatsappId, customer }: { whatsappId: number; customer: Customer }) {
  const text = useMessages(simulatorMessages);
  const messages = usePhoneMessages(whatsappId, customer.number, isNumber(customer.number));
  const markRead = useMarkRead(whatsappId);
  const unread = (messages.data ?? []).filter((message) => message.fromBusiness && message.ack < 3 && !message.isDeleted);
  const name = customer.name || formatPhone(customer.number);
  return (
    <section className={styles.phone} aria-label={text('phone', { name })}>
      <header className={styles.top}>
        <Avatar name={name} size={36} />
        <div>
          <b title={name}>{name}</b>
          <span title={formatPhone(customer.number)}>{formatPhone(customer.number)}</span>
        </div>
        <Button disabled={unread.length === 0} busy={markRead.isPending} onClick={() => markRead.mutate(unread)}>
          {text('markRead')}
        </Button>
      </header>
      <Screen messages={messages.data ?? []} isLoaded={messages.isSuccess} />
      <WriteForm whatsappId={whatsappId} customer={customer} />
    </section>
  );
}

function Screen({ messages, isLoaded }: { messages: readonly PhoneMessage[]; isLoaded: boolean }) {
  const text = useMessages(simulatorMessages);
  const screen = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined) screen.current?.scrollTo({ top: screen.current.scrollHeight });
  }, [newest]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <div ref={screen} className={styles.screen} role="log" aria-label={text('messages')} tabIndex={0}>
      {isLoaded && messages.length === 0 && <p className={styles.empty}>{text('empty')}</p>}
      {messages.map((message) => (
        <Line key={message.id} message={message} quoted={messages.find((other) => other.id === message.quotedId)} />
      ))}
    </div>
  );
}

function Line({ message, quoted }: { message: PhoneMessage; quoted: PhoneMessage | undefined }) {
  const text = useMessages(simulatorMessages);
  const { body, mediaType, mediaUrl } = message;
  const caption = captionOf({ body, mediaType, mediaUrl });
  return (
    <div className={styles.line} data-side={message.fromBusiness ? 'in' : 'out'}>
      <VisuallyHidden>{text(message.fromBusiness ? 'business' : 'customerSays')}</VisuallyHidden>
      {quoted && <blockquote>{plainText(quoted.body)}</blockquote>}
      {message.isDeleted ? (
        <i>{text('deleted')}</i>
      ) : (
        <>
          <Attached message={message} />
          {caption && (
            <span className={styles.words}>
              <MessageText text={caption} />
            </span>
          )}
        </>
      )}
      <small>
        <time dateTime={message.at}>{formatTime(message.at)}</time>
        {message.fromBusiness && <Ack ack={message.ack} />}
      </small>
    </div>
  );
}

function Attached({ message: { mediaType, mediaUrl, body } }: { message: PhoneMessage }) {
  const text = useMessages(simulatorMessages);
  if (mediaUrl === null) return null;
  const name = fileName(mediaUrl, body);
  if (mediaType === 'image') return <img src={mediaUrl} alt={name} className={styles.picture} />;
  // biome-ignore lint/a11y/useMediaCaption: people send no captions along.
  if (mediaType === 'audio') return <audio controls preload="metadata" src={mediaUrl} aria-label={name} className={styles.sound} />;
  return (
    <a href={mediaUrl} download={name} aria-label={text('download', { name })}>
      {name}
    </a>
  );
}

function WriteForm({ whatsappId, customer }: { whatsappId: number; customer: Customer }) {
  const text = useMessages(simulatorMessages);
  const write = useWrite(whatsappId);
  const tellTyping = useReportTyping(whatsappId, customer.number);
  const [words, setWords] = useState('');
  const [file, setFile] = useState<File>();
  const body = words.trim();
  const ready = isNumber(customer.number) && (body !== '' || file !== undefined) && !write.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    const { number, name } = customer;
    setWords('');
    write.mutate(
      { number, ...(name.trim() !== '' && { name }), body, file },
      { onSuccess: () => setFile(undefined), onError: () => setWords((typed) => typed || words) },
    );
  };
  return (
    <form className={styles.write} onSubmit={submit}>
      <FileChoice file={file} onChoose={setFile} />
      <input
        className={styles.input}
        aria-label={text('write')}
        placeholder={text('write')}
        value={words}
        autoComplete="off"
        onChange={(event) => {
          setWords(event.target.value);
          if (isNumber(customer.number)) tellTyping();
        }}
      />
      <button
        type="submit"
        className={styles.send}
        aria-label={text('send')}
        aria-disabled={!ready}
        aria-busy={write.isPending || undefined}
      >
        <SendIcon />
      </button>
    </form>
  );
}

function FileChoice({ file, onChoose }: { file: File | undefined; onChoose: (file: File | undefined) => void }) {
  const text = useMessages(simulatorMessages);
  const picker = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    onChoose(input.files?.[0]);
    // So that the same file can be chosen again.
    input.value = '';
  };
  return (
    <>
      {file && (
        <span className={styles.file}>
          {file.name}
          <IconButton label={text('removeFile', { name: file.name })} onClick={() => onChoose(undefined)}>
            <CloseIcon size={16} />
          </IconButton>
        </span>
      )}
      <input ref={picker} type="file" hidden onChange={(event) => take(event.target)} />
      <IconButton label={text('attach')} onClick={() => picker.current?.click()}>
        <PaperclipIcon />
      </IconButton>
    </>
  );
}
