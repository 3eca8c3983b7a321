import { useEffect, useEffectEvent, useState } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import styles from './Composer.module.css';
import { composerMessages } from './composer.messages.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Files dropped anywhere on the page are attached to the open conversation. */
export function DropArea({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const text = useMessages(composerMessages);
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') onFiles([...(event.dataTransfer?.files ?? [])]);
  });
  useEffect(() => {
    const onDrag = (event: DragEvent) => take(event);
    const onLeave = (event: DragEvent) => {
      // Only leaving the window has nothing it goes to.
      if (event.relatedTarget === null) setOver(false);
    };
    document.addEventListener('dragover', onDrag);
    document.addEventListener('drop', onDrag);
    document.addEventListener('dragleave', onLeave);
    return () => {
      document.removeEventListener('dragover', onDrag);
      document.removeEventListener('drop', onDrag);
      document.removeEventListener('dragleave', onLeave);
    };
  }, []);
  return isOver ? <div className={styles.drop}>{text('drop')}</div> : null;
}
