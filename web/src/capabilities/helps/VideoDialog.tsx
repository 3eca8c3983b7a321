import { type Help, videoCodeOf } from '@prosa/contracts/helps';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './Helps.module.css';
import { helpsMessages } from './helps.messages.ts';

/** The one host that may be shown in a frame (`frame-src` of the server's policy). It sets no cookie until the video plays. */
const host = 'https://www.youtube-nocookie.com';
const patience = 10_000;

type Player = 'loading' | 'ready' | 'failed';

/** One video, fetched from outside because somebody opened it; and what there is to say where it does not come. */
export function VideoDialog({ help: { title, description, video }, onClose }: { help: Help; onClose: () => void }) {
  const text = useMessages(helpsMessages);
  const code = videoCodeOf(video);
  const frame = useRef<HTMLIFrameElement>(null);
  const player = usePlayer(frame, code !== '');
  return (
    <Dialog title={title} onClose={onClose} wide>
      <div className={styles.watch}>
        <div className={styles.player} data-state={player}>
          {code !== '' && player !== 'failed' && (
            <iframe
              ref={frame}
              src={`${host}/embed/${code}?autoplay=1&rel=0&enablejsapi=1`}
              title={title}
              allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
              // It refuses to play for who does not say where it stands; more than the origin it is not told.
              referrerPolicy="strict-origin"
              sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
              onLoad={() => frame.current?.contentWindow?.postMessage('{"event":"listening"}', host)}
            />
          )}
          <div className={styles.state} role="status">
            {player === 'loading' && (
              <>
                <Spinner /> {text('loadingVideo')}
              </>
            )}
            {player === 'failed' && <strong>{text('videoFailed')}</strong>}
          </div>
        </div>
        {description && <p className={styles.about}>{description}</p>}
        <p className={styles.note}>
          {code !== '' && (
            <a href={`https://www.youtube.com/watch?v=${code}`} target="_blank" rel="noopener noreferrer">
              {text('openOutside')}
            </a>
          )}
          <span>{text('outside')}</span>
        </p>
      </div>
    </Dialog>
  );
}

/** A frame does not tell whether its page came; the player itself does, once it is spoken to. */
function usePlayer(frame: { current: HTMLIFrameElement | null }, hasVideo: boolean): Player {
  const [player, setPlayer] = useState<Player>(hasVideo && navigator.onLine ? 'loading' : 'failed');
  useEffect(() => {
    const hear = ({ origin, source }: MessageEvent) => {
      if (origin === host && source === frame.current?.contentWindow) setPlayer('ready');
    };
    const timer = setTimeout(() => setPlayer((was) => (was === 'loading' ? 'failed' : was)), patience);
    window.addEventListener('message', hear);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('message', hear);
    };
  }, [frame]);
  return player;
}
