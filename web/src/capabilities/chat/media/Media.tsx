import { useState } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { DownloadIcon, PlayIcon } from '../../../ui/icons/chat-icons.tsx';
import type { Shown } from '../messages/thread.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import { AudioPlayer } from './AudioPlayer.tsx';
import { ContactCards, LocationCard } from './Cards.tsx';
import styles from './Media.module.css';
import { mediaMessages } from './media.messages.ts';
import { fileName, formatSize, pictureBox } from './media.ts';

type MediaProps = { itemKey: string; shown: Shown };

/** The media of a message, in a box of known size so that loading does not shift the layout. */
export function Media({ itemKey, shown }: MediaProps) {
  const { mediaType, mediaUrl, data, body } = shown;
  if (mediaType === 'locationMessage') return <LocationCard data={data} body={body} />;
  if (mediaType === 'vcard') return <ContactCards data={data} body={body} />;
  if (mediaType === null || mediaUrl === null) return null;
  switch (mediaType) {
    case 'image':
      return <Picture itemKey={itemKey} shown={shown} url={mediaUrl} />;
    case 'video':
      return <Video itemKey={itemKey} shown={shown} url={mediaUrl} />;
    case 'audio':
      return <AudioPlayer trackKey={itemKey} url={mediaUrl} data={data} />;
    default:
      return <Document shown={shown} url={mediaUrl} />;
  }
}

function Picture({ itemKey, shown: { data, body }, url }: MediaProps & { url: string }) {
  const text = useMessages(mediaMessages);
  const { view } = useThreadActions();
  const [failed, setFailed] = useState<string>();
  const name = fileName(url, body, data?.fileName);
  return (
    <button type="button" className={styles.picture} style={pictureBox(data)} aria-label={text('openImage')} onClick={() => view(itemKey)}>
      {failed === url ? (
        <span className={styles.gone}>{text('gone')}</span>
      ) : (
        <img
          src={data?.thumbnailUrl ?? url}
          alt={body === name ? text('image') : body || text('image')}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(url)}
        />
      )}
    </button>
  );
}

function Video({ itemKey, shown: { data }, url }: MediaProps & { url: string }) {
  const text = useMessages(mediaMessages);
  const { view } = useThreadActions();
  return (
    <button type="button" className={styles.picture} style={pictureBox(data)} aria-label={text('openVideo')} onClick={() => view(itemKey)}>
      {data?.thumbnailUrl ? (
        <img src={data.thumbnailUrl} alt={text('video')} loading="lazy" decoding="async" />
      ) : (
        <video src={`${url}#t=0.1`} preload="metadata" muted playsInline aria-label={text('video')} />
      )}
      <span className={styles.start}>
        <PlayIcon size={24} />
      </span>
    </button>
  );
}

function Document({ shown: { data, body }, url }: { shown: Shown; url: string }) {
  const text = useMessages(mediaMessages);
  const name = fileName(url, body, data?.fileName);
  const extension = name.includes('.') ? (name.split('.').at(-1) ?? '').slice(0, 4) : '';
  return (
    <div className={styles.file}>
      <span className={styles.extension} aria-hidden="true">
        {extension}
      </span>
      <span className={styles.about}>
        <span className={styles.fileName}>{name}</span>
        {data?.size !== undefined && <span className={styles.size}>{formatSize(data.size)}</span>}
      </span>
      <a className={styles.download} href={url} download={name} aria-label={text('downloadNamed', { name })} title={text('download')}>
        <DownloadIcon size={16} />
        <span>{text('download')}</span>
      </a>
    </div>
  );
}
