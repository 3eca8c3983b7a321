import { type KeyboardEvent, useRef, useState } from 'react';
import { useLostFocus } from '../../../platform/browser/focus-keeper.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronRightIcon } from '../../../ui/icons/chat-icons.tsx';
import { ChevronLeftIcon, CloseIcon, MoreIcon } from '../../../ui/icons/icons.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { formatSize } from '../media/media.ts';
import styles from './Composer.module.css';
import { composerMessages } from './composer.messages.ts';
import type { Pending, Tray } from './tray.ts';
import { dragAlong } from './tray-drag.ts';

/** The files that go with the next message, in the order they are sent in, each to be moved or taken out again. */
export function TrayView({ tray }: { tray: Tray }) {
  const text = useMessages(composerMessages);
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState('');
  const total = tray.pending.length;
  const move = ({ id, file }: Pending, to: number) => {
    if (to < 0 || to >= total) return;
    tray.move(id, to);
    setSaid(text('fileAt', { name: file.name, n: to + 1, total }));
  };
  // A file that is taken out takes the focus with it: the next one is there.
  useLostFocus(list, () => {
    const next = list.current?.querySelector<HTMLElement>('button');
    next?.focus();
    return next !== null && next !== undefined;
  });
  return (
    <>
      <ul ref={list} className={styles.tray} aria-label={text('files')}>
        {tray.pending.map((pending, place) => (
          <TrayFile
            key={pending.id}
            {...{ pending, place, total }}
            onMove={(to) => move(pending, to)}
            onRemove={() => tray.remove(pending.id)}
          />
        ))}
      </ul>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  );
}

type TrayFileProps = { pending: Pending; place: number; total: number; onMove: (to: number) => void; onRemove: () => void };

function TrayFile({ pending: { file, url, mediaType }, place, total, onMove, onRemove }: TrayFileProps) {
  const text = useMessages(composerMessages);
  const row = useRef<HTMLLIElement>(null);
  const canMove = total > 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step === 0 || !event.ctrlKey) return;
    event.preventDefault();
    onMove(place + step);
  };
  return (
    <li ref={row} onKeyDown={onKeyDown}>
      {/* Dragging is a second way to what the menu does. */}
      <span
        className={styles.grip}
        data-movable={canMove || undefined}
        onPointerDown={(event) => {
          if (canMove && event.button === 0 && row.current) dragAlong(row.current, event, onMove);
        }}
      >
        {mediaType === 'image' ? (
          <img src={url} alt="" width={48} height={48} draggable={false} />
        ) : (
          <span className={styles.extension} aria-hidden="true">
            {(file.name.split('.').at(-1) ?? '').slice(0, 4)}
          </span>
        )}
      </span>
      <span className={styles.fileAbout}>
        <b title={file.name}>{file.name}</b>
        <small>{formatSize(file.size)}</small>
      </span>
      {canMove && <MoveMenu name={file.name} {...{ place, total, onMove }} />}
      <IconButton label={text('removeFile', { name: file.name })} onClick={onRemove}>
        <CloseIcon size={16} />
      </IconButton>
    </li>
  );
}

function MoveMenu({ name, place, total, onMove }: { name: string; place: number; total: number; onMove: (to: number) => void }) {
  const text = useMessages(composerMessages);
  const step = (by: 1 | -1) => () => onMove(place + by);
  return (
    <Menu
      label={text('moveFile', { name })}
      items={[
        { key: 'left', label: text('moveLeft'), icon: <ChevronLeftIcon />, disabled: place === 0, onSelect: step(-1) },
        { key: 'right', label: text('moveRight'), icon: <ChevronRightIcon />, disabled: place === total - 1, onSelect: step(1) },
      ]}
      trigger={(props) => (
        <IconButton {...props} label={text('moveFile', { name })}>
          <MoreIcon size={16} />
        </IconButton>
      )}
    />
  );
}
