import { useMessages } from '../../../platform/language/messages.ts';
import { classes } from '../../../ui/classes.ts';
import { BlockedIcon } from '../../../ui/icons/chat-icons.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { Shown } from '../messages/thread.ts';
import styles from './AbsentMedia.module.css';
import media from './Media.module.css';
import { mediaMessages } from './media.messages.ts';
import { type AbsentFile, fileName, formatSize } from './media.ts';

type AbsentMediaProps = Pick<Shown, 'data' | 'body'> & {
  mediaType: NonNullable<Shown['mediaType']>;
  file: AbsentFile;
  box: { width: number; height: number };
};

/** A file that is not here, in the shape it has when it comes: nothing moves then. */
export function AbsentMedia({ mediaType, data, body, file, box }: AbsentMediaProps) {
  const text = useMessages(mediaMessages);
  const size = data?.size === undefined ? '' : formatSize(data.size);
  const sign = file === 'waiting' ? <Spinner size={20} /> : <BlockedIcon size={20} />;
  const about = [text(mediaType), size].filter(Boolean).join(' · ');
  if (mediaType === 'image' || mediaType === 'video')
    return (
      <div className={styles.picture} style={box}>
        {sign}
        <span>{about}</span>
        <span>{text(file)}</span>
      </div>
    );
  if (mediaType === 'audio')
    return (
      <div className={styles.audio}>
        {sign}
        <span className={styles.words}>
          <span>{about}</span>
          <span>{text(file)}</span>
        </span>
      </div>
    );
  const name = fileName('', body, data?.fileName) || text(mediaType);
  const extension = name.includes('.') ? (name.split('.').at(-1) ?? '').slice(0, 4) : '';
  return (
    <div className={media.file}>
      <span className={media.extension} aria-hidden="true">
        {extension}
      </span>
      <span className={media.about}>
        <span className={media.fileName}>{name}</span>
        <span className={media.size}>{[size, text(file)].filter(Boolean).join(' · ')}</span>
      </span>
      {/* As wide as the button that takes its place. */}
      <span className={styles.button}>
        <span className={classes(media.download, styles.room)} aria-hidden="true">
          <BlockedIcon size={16} />
          {text('download')}
        </span>
        {sign}
      </span>
    </div>
  );
}
