import { Fragment, type ReactNode, useState } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { DownloadIcon, PlayIcon } from '../../../ui/icons/chat-icons.tsx';
import type { Shown } from '../messages/thread.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import { AbsentMedia } from './AbsentMedia.tsx';
import { AudioPlayer } from './AudioPlayer.tsx';
import { ContactCards, LocationCard } from './Cards.tsx';
import styles from './Media.module.css';
import { mediaMessages } from './media.messages.ts';
import { fileName, formatSize, pictureBox } from './media.ts';

type MediaProps = { itemKey: string; shown: Shown };

/** The media of a message, in a box of known size so that loading does not shift the layout. */
export function Media({ itemKey, shown }: MediaProps) {
  const { mediaType, mediaUrl, data, body } = shown;
  const box = useBox(data);
  if (mediaType === 'locationMessage') return <LocationCard data={data} body={body} />;
  if (mediaType === 'vcard') return <ContactCards data={data} body={body} />;
  if (mediaType === null) return null;
  if (mediaUrl === null) return data?.file ? <AbsentMedia {...{ mediaType, data, body, box }} file={data.file} /> : null;
  switch (mediaType) {
    case 'image':
      return <Picture {...{ itemKey, shown, box }} url={mediaUrl} />;
    case 'video':
      return <Video {...{ itemKey, shown, box }} url={mediaUrl} />;
    case 'audio':
      return <AudioPlayer trackKey={itemKey} url={mediaUrl} shown={shown} />;
    default:
      return <Document shown={shown} url={mediaUrl} />;
  }
}

/** What waited in a box of one size is shown in that box when it comes: what lies around it does not move under the reader's eyes. */
function useBox(data: Shown['data']): PictureBox {
  const [first] = useState(() => (data?.file === 'waiting' ? pictureBox(data) : undefined));
  return first ?? pictureBox(data);
}

type PictureBox = ReturnType<typeof pictureBox>;
type PictureProps = MediaProps & { url: string; box: PictureBox };

function Picture({ itemKey, shown: { data, body }, url, box }: PictureProps) {
  const text = useMessages(mediaMessages);
  const { view } = useThreadActions();
  const [failed, setFailed] = useState<string>();
  const name = fileName(url, body, data?.fileName);
  return (
    <button type="button" className={styles.picture} style={box} aria-label={text('openImage')} onClick={() => view(itemKey)}>
      {failed === url ? (
        <span className={styles.gone}>{text('notShown')}</span>
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

function Video({ itemKey, shown: { data }, url, box }: PictureProps) {
  const text = useMessages(mediaMessages);
  const { view } = useThreadActions();
  return (
    <button type="button" className={styles.picture} style={box} aria-label={text('openVideo')} onClick={() => view(itemKey)}>
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

/** A name breaks behind its own signs before it breaks inside a word. */
function breakable(name: string): ReactNode {
  const parts = name.slice(0, 300).split(/(?<=[-_.\s])(?=[^-_.\s])/);
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never move
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
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
        <span className={styles.fileName} title={name}>
          {breakable(name)}
        </span>
        {data?.size !== undefined && <span className={styles.size}>{formatSize(data.size)}</span>}
      </span>
      <a className={styles.download} href={url} download={name} aria-label={text('downloadNamed', { name })} title={text('download')}>
        <DownloadIcon size={16} />
        <span>{text('download')}</span>
      </a>
    </div>
  );
}
