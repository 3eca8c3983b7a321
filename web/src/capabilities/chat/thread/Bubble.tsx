import type { Message } from '@prosa/contracts/messages';
import { type MouseEvent, useState } from 'react';
import { formatTime } from '../../../platform/language/format.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { BlockedIcon, PhoneIcon } from '../../../ui/icons/chat-icons.tsx';
import { ForwardedMark } from '../forwarding/ForwardedMark.tsx';
import { forwardingMessages } from '../forwarding/forwarding.messages.ts';
import { Media } from '../media/Media.tsx';
import { mediaMessages } from '../media/media.messages.ts';
import { captionOf } from '../media/media.ts';
import { useIsUnplayed } from '../media/voice-notes.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import type { BubbleItem, Shown } from '../messages/thread.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import { plainText } from '../text/markup.ts';
import { Ack, ackName } from './Ack.tsx';
import styles from './Bubble.module.css';
import { BubbleMenu } from './BubbleMenu.tsx';
import { EditedMark } from './EditedMark.tsx';
import { LinkCard } from './LinkCard.tsx';
import { MessageText } from './MessageText.tsx';
import { NotSent } from './NotSent.tsx';
import { OriginLine, useOriginWords } from './OriginLine.tsx';
import { isAutomatic } from './origins.ts';
import { Quote } from './Quote.tsx';
import { Reactions } from './Reactions.tsx';
import { Sending } from './Sending.tsx';
import { hueOf } from './sender-color.ts';

export function Bubble({ item }: { item: BubbleItem }) {
  const { contactName, isGroup, jumpTo } = useThreadActions();
  const { shown, message, outgoing } = item;
  const label = useLabel(item);
  if (shown.mediaType === 'call_log') return <CallLine item={item} label={label} />;
  const failed = hasFailed(shown);
  const { quotedMsg, participant } = shown;
  const hasReactions = shown.reactions.length > 0;
  return (
    <article
      className={styles.line}
      data-side={shown.fromMe ? 'out' : 'in'}
      data-focus={item.key}
      tabIndex={-1}
      aria-label={label}
      aria-describedby={hasReactions ? `reactions-${item.key}` : undefined}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a second way to the menu, which has its own button */}
      <div
        className={styles.bubble}
        data-automatic={(message && isAutomatic(message.origin)) || undefined}
        data-card={isCard(shown) || undefined}
        data-overlaid={isBarePicture(shown) || undefined}
        data-failed={failed || undefined}
        onContextMenu={openMenu}
      >
        {message && !message.isDeleted && <OriginLine message={message} />}
        {isGroup && !shown.fromMe && item.starts && participant && (
          <p className={styles.sender}>
            <i style={{ background: `hsl(${hueOf(participant.number)} 60% 45%)` }} aria-hidden="true" />
            {participant.name || participant.number}
          </p>
        )}
        {shown.data?.forwarded && !shown.isDeleted && <ForwardedMark />}
        {quotedMsg && !shown.isDeleted && <Quote quoted={quotedMsg} contactName={contactName} onJump={() => jumpTo(quotedMsg.id)} />}
        {shown.isDeleted ? <Deleted shown={shown} itemKey={item.key} /> : <Content shown={shown} itemKey={item.key} />}
        <Meta shown={shown} message={message} />
        {message && <BubbleMenu message={message} />}
        {outgoing?.attached && outgoing.state === 'waiting' && <Sending outgoing={outgoing} />}
      </div>
      {hasReactions && <Reactions id={`reactions-${item.key}`} reactions={shown.reactions} />}
      {failed && <NotSent item={item} />}
    </article>
  );
}

/** Not sent; once it is discarded there is nothing left to say of that. */
const hasFailed = ({ fromMe, ack, isDeleted }: Shown) => fromMe && ack < 0 && !isDeleted;
const hasAck = (shown: Shown) => shown.fromMe && (shown.ack >= 0 || hasFailed(shown));

const cards = new Set<Shown['mediaType']>(['audio', 'application', 'locationMessage', 'vcard']);
const isCard = (shown: Shown) => cards.has(shown.mediaType) && !shown.isDeleted && captionOf(shown) === '';

/** A picture or video without words: the time lies on it. */
const isBarePicture = (shown: Shown) =>
  (shown.mediaType === 'image' || shown.mediaType === 'video') && shown.mediaUrl !== null && !shown.isDeleted && captionOf(shown) === '';

/** A right click or a long press; on a link or a selection the browser's own menu is more useful. */
function openMenu(event: MouseEvent<HTMLElement>): void {
  const onLink = event.target instanceof Element && event.target.closest('a, input, video') !== null;
  const button = event.currentTarget.querySelector<HTMLElement>('[data-menu]');
  if (onLink || !button || !document.getSelection()?.isCollapsed) return;
  event.preventDefault();
  button.click();
}

/** Who, when, what and how far, as a screen reader says one message. */
function useLabel({ key, shown, message }: BubbleItem): string {
  const text = useMessages(messagesMessages);
  const media = useMessages(mediaMessages);
  const { contactName } = useThreadActions();
  const sent = useOriginWords(message);
  const forwarding = useMessages(forwardingMessages);
  const mark = shown.data?.forwarded && !shown.isDeleted && forwarding('forwarded');
  const who = sent?.name ?? (shown.fromMe ? text('you') : (shown.participant?.name ?? contactName));
  const file = shown.data?.file && media(shown.data.file);
  const isUnplayed = useIsUnplayed(key, shown);
  const hidden = shown.isDeleted ? text('deleted') : shown.data?.unreadable && text('unreadable');
  const what = hidden || [shown.mediaType && media(shown.mediaType), isUnplayed && media('unplayed'), file, plainText(captionOf(shown))];
  const far = hasAck(shown) ? text(ackName(shown.ack)) : '';
  return [who, formatTime(shown.createdAt), mark, what, far, sent?.why].flat().filter(Boolean).join(', ');
}

function Meta({ shown, message }: { shown: Shown; message: Message | undefined }) {
  const text = useMessages(messagesMessages);
  return (
    <span className={styles.meta}>
      {shown.isEdited && !shown.isDeleted && <EditedMark message={message} words={text('edited')} />}
      <time dateTime={shown.createdAt}>{formatTime(shown.createdAt)}</time>
      {hasAck(shown) && <Ack ack={shown.ack} />}
    </span>
  );
}

/** Calls are shown as a line instead of a bubble, and can be quoted. */
function CallLine({ item: { key, shown, message }, label }: { item: BubbleItem; label: string }) {
  const text = useMessages(mediaMessages);
  return (
    <article className={styles.line} data-side="middle" data-focus={key} tabIndex={-1} aria-label={label}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a second way to the menu, which has its own button */}
      <div className={styles.call} onContextMenu={openMenu}>
        <PhoneIcon size={14} />
        {text(shown.data?.video ? 'videoCall' : 'voiceCall', { time: formatTime(shown.createdAt) })}
        {message && <BubbleMenu message={message} />}
      </div>
    </article>
  );
}

/** Admins may read deleted messages if their text is still stored. */
function Deleted({ shown, itemKey }: { shown: Shown; itemKey: string }) {
  const text = useMessages(messagesMessages);
  const { user } = useSession();
  const [open, setOpen] = useState(false);
  const hasOriginal = user.profile === 'admin' && (shown.body !== '' || shown.mediaUrl !== null);
  return (
    <>
      <p className={styles.deleted}>
        <BlockedIcon size={14} />
        {text('deleted')}
      </p>
      {open && <Content shown={shown} itemKey={itemKey} />}
      {hasOriginal && (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {text(open ? 'hideOriginal' : 'showOriginal')}
        </button>
      )}
    </>
  );
}

function Content({ shown, itemKey }: { shown: Shown; itemKey: string }) {
  const text = useMessages(messagesMessages);
  const caption = captionOf(shown);
  const preview = shown.data?.preview;
  if (shown.data?.unreadable) return <p className={styles.deleted}>{text('unreadable')}</p>;
  return (
    <>
      {shown.mediaType && <Media itemKey={itemKey} shown={shown} />}
      {caption !== '' && <MessageText text={caption} />}
      {preview && caption.includes(preview.link) && <LinkCard preview={preview} />}
    </>
  );
}
