import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { IconButton } from '../IconButton.tsx';
import { ChevronRightIcon, DownloadIcon } from '../icons/chat-icons.tsx';
import { ChevronLeftIcon, CloseIcon, RefreshIcon } from '../icons/icons.tsx';
import styles from './Lightbox.module.css';
import { lightboxMessages } from './lightbox.messages.ts';
import { useModal } from './useModal.ts';

/** A picture or video to look at. */
export type GalleryItem = { key: string; url: string; kind: 'image' | 'video'; name: string; caption: string };

type LightboxProps = {
  gallery: GalleryItem[];
  firstKey: string;
  /** The caption as its conversation shows it. */
  showCaption?: (caption: string) => ReactNode;
  onClose: () => void;
};
type ViewState = { zoom: number; turn: number };
const plain: ViewState = { zoom: 1, turn: 0 };
const maxZoom = 5;

/** Pictures and videos, large, one after the other. */
export function Lightbox({ gallery, firstKey, showCaption = (caption) => caption, onClose }: LightboxProps) {
  const text = useMessages(lightboxMessages);
  const titleId = useId();
  const dialog = useModal(onClose);
  const [key, setKey] = useState(firstKey);
  const [look, setLook] = useState(plain);
  const at = gallery.findIndex((viewed) => viewed.key === key);
  const viewed = gallery[at];
  const go = (step: number) => {
    const next = gallery[at + step];
    if (!next) return;
    setKey(next.key);
    setLook(plain);
  };
  const zoom = (by: number) => setLook((now) => ({ ...now, zoom: Math.min(maxZoom, Math.max(1, now.zoom + by)) }));
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOf(event.key, { go, zoom, download: () => dialog.current?.querySelector<HTMLElement>('a[download]')?.click() });
    if (!action || (viewed?.kind === 'video' && event.target instanceof HTMLVideoElement)) return;
    event.preventDefault();
    action();
  };
  if (!viewed) return null;
  return (
    <dialog ref={dialog} className={styles.lightbox} aria-labelledby={titleId} onKeyDown={onKeyDown}>
      <Bar titleId={titleId} viewed={viewed} place={text('place', { n: at + 1, total: gallery.length })} onClose={onClose}>
        {viewed.kind === 'image' && (
          <>
            <IconButton label={text('zoomOut')} disabled={look.zoom === 1} onClick={() => zoom(-0.5)}>
              <b aria-hidden="true">−</b>
            </IconButton>
            <IconButton label={text('zoomIn')} disabled={look.zoom === maxZoom} onClick={() => zoom(0.5)}>
              <b aria-hidden="true">+</b>
            </IconButton>
            <IconButton label={text('rotate')} onClick={() => setLook((now) => ({ ...now, turn: now.turn + 90 }))}>
              <RefreshIcon />
            </IconButton>
          </>
        )}
      </Bar>
      <div className={styles.stage} data-zoomed={look.zoom > 1 || undefined}>
        <Shown viewed={viewed} look={look} />
      </div>
      <Sides isFirst={at === 0} isLast={at === gallery.length - 1} go={go} />
      {viewed.caption && <p className={styles.caption}>{showCaption(viewed.caption)}</p>}
    </dialog>
  );
}

function Shown({ viewed, look }: { viewed: GalleryItem; look: ViewState }) {
  const text = useMessages(lightboxMessages);
  if (viewed.kind === 'video')
    // biome-ignore lint/a11y/useMediaCaption: people send no captions along.
    return <video key={viewed.key} src={viewed.url} controls autoPlay playsInline aria-label={text('video')} />;
  const style = { transform: `rotate(${look.turn}deg)`, width: look.zoom > 1 ? `${look.zoom * 100}%` : undefined };
  return <img key={viewed.key} src={viewed.url} alt={viewed.caption || text('image')} style={style} />;
}

type Actions = { go: (step: number) => void; zoom: (by: number) => void; download: () => void };
function actionOf(key: string, { go, zoom, download }: Actions): (() => void) | undefined {
  if (key === 'ArrowLeft') return () => go(-1);
  if (key === 'ArrowRight') return () => go(1);
  if (key === '+' || key === '=') return () => zoom(0.5);
  if (key === '-' || key === '−') return () => zoom(-0.5);
  return key === 'd' || key === 'D' ? download : undefined;
}

type BarProps = { titleId: string; viewed: GalleryItem; place: string; onClose: () => void; children: ReactNode };
function Bar({ titleId, viewed, place, onClose, children }: BarProps) {
  const text = useMessages(lightboxMessages);
  const common = useMessages(commonMessages);
  return (
    <header className={styles.bar}>
      <h2 id={titleId}>
        {viewed.name} <small>{place}</small>
      </h2>
      {children}
      <a
        className={styles.download}
        href={viewed.url}
        download={viewed.name}
        aria-label={text('downloadNamed', { name: viewed.name })}
        title={text('download')}
      >
        <DownloadIcon />
      </a>
      <IconButton label={common('close')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </header>
  );
}

function Sides({ isFirst, isLast, go }: { isFirst: boolean; isLast: boolean; go: (step: number) => void }) {
  const text = useMessages(lightboxMessages);
  return (
    <>
      <span className={styles.previous}>
        <IconButton label={text('previous')} disabled={isFirst} onClick={() => go(-1)}>
          <ChevronLeftIcon />
        </IconButton>
      </span>
      <span className={styles.next}>
        <IconButton label={text('next')} disabled={isLast} onClick={() => go(1)}>
          <ChevronRightIcon />
        </IconButton>
      </span>
    </>
  );
}
