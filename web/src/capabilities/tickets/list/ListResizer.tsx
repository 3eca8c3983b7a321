import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { stored } from '../../../platform/browser/stored.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import styles from './ListResizer.module.css';
import { listMessages } from './list.messages.ts';

export const listWidths = { least: 300, usual: 352, most: 480 } as const;
const storedKey = 'ticketListWidth';
const step = 16;

export const within = (width: number): number =>
  Number.isFinite(width) ? Math.round(Math.min(listWidths.most, Math.max(listWidths.least, width))) : listWidths.usual;

/** How wide the list is; remembered. */
export function useListWidth() {
  const [value, setValue] = useState(() => within(Number(stored.read(storedKey) ?? listWidths.usual)));
  return {
    value,
    set(width: number) {
      setValue(within(width));
      stored.write(storedKey, String(within(width)));
    },
  };
}

/** The edge between the list and the conversation, to be dragged, or moved by arrows. A double click brings back the usual width. */
export function ListResizer({ width }: { width: ReturnType<typeof useListWidth> }) {
  const text = useMessages(listMessages);
  const [grip, setGrip] = useState<number>();
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setGrip(event.clientX - width.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = widthAfter(event.key, width.value);
    if (next === undefined) return;
    event.preventDefault();
    width.set(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can not be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={text('resize')}
      aria-valuenow={width.value}
      aria-valuemin={listWidths.least}
      aria-valuemax={listWidths.most}
      tabIndex={0}
      className={styles.edge}
      data-held={grip !== undefined || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => grip !== undefined && width.set(event.clientX - grip)}
      onPointerUp={() => setGrip(undefined)}
      onPointerCancel={() => setGrip(undefined)}
      onDoubleClick={() => width.set(listWidths.usual)}
      onKeyDown={onKeyDown}
    />
  );
}

function widthAfter(key: string, width: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return width - step;
    case 'ArrowRight':
      return width + step;
    case 'Home':
      return listWidths.least;
    case 'End':
      return listWidths.most;
    default:
      return undefined;
  }
}
