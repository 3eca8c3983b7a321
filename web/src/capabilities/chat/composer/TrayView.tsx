import { useMessages } from '../../../platform/language/messages.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CloseIcon } from '../../../ui/icons/icons.tsx';
import { formatSize } from '../media/media.ts';
import styles from './Composer.module.css';
import { composerMessages } from './composer.messages.ts';
import type { Tray } from './tray.ts';

/** The files that go with the next message, each to be taken out again. */
export function TrayView({ tray }: { tray: Tray }) {
  const text = useMessages(composerMessages);
  if (tray.pending.length === 0) return null;
  return (
    <ul className={styles.tray} aria-label={text('files')}>
      {tray.pending.map(({ id, file, url, mediaType }) => (
        <li key={id}>
          {mediaType === 'image' ? (
            <img src={url} alt="" width={48} height={48} />
          ) : (
            <span className={styles.extension} aria-hidden="true">
              {(file.name.split('.').at(-1) ?? '').slice(0, 4)}
            </span>
          )}
          <span className={styles.fileAbout}>
            <b>{file.name}</b>
            <small>{formatSize(file.size)}</small>
          </span>
          <IconButton label={text('removeFile', { name: file.name })} onClick={() => tray.remove(id)}>
            <CloseIcon size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
