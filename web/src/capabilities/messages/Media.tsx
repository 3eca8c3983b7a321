import { useMessages } from '../../platform/messages.ts';
import styles from './Bubble.module.css';
import { fileName } from './media.ts';
import { messagesMessages } from './messages.messages.ts';
import type { Shown } from './thread.ts';

/** What a message carries besides its text, in a box of known size so that loading moves nothing. */
export function Media({ shown: { mediaType, mediaUrl, body } }: { shown: Shown }) {
  const text = useMessages(messagesMessages);
  if (mediaType === null || mediaUrl === null) return null;
  const name = fileName(mediaUrl, body);
  if (mediaType === 'image') {
    return (
      <a className={styles.picture} href={mediaUrl} target="_blank" rel="noopener noreferrer" aria-label={text('openImage')}>
        <img src={mediaUrl} alt={body === name ? text('image') : body || text('image')} loading="lazy" />
      </a>
    );
  }
  return (
    <div className={styles.media}>
      {/* biome-ignore lint/a11y/useMediaCaption: people send no captions along. */}
      {mediaType === 'audio' && <audio controls preload="metadata" src={mediaUrl} aria-label={text('audio')} />}
      {/* biome-ignore lint/a11y/useMediaCaption: as above. */}
      {mediaType === 'video' && <video controls preload="metadata" src={mediaUrl} aria-label={text('video')} />}
      {mediaType === 'application' && <FileIcon name={name} />}
      <a className={styles.download} href={mediaUrl} download={name} aria-label={text('downloadNamed', { name })}>
        {text('download')}
      </a>
    </div>
  );
}

function FileIcon({ name }: { name: string }) {
  const extension = name.includes('.') ? (name.split('.').at(-1) ?? '').slice(0, 4) : '';
  return (
    <span className={styles.file}>
      <span className={styles.extension} aria-hidden="true">
        {extension}
      </span>
      <span className={styles.fileName}>{name}</span>
    </span>
  );
}
