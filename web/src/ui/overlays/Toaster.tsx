import { useEffect, useRef, useState } from 'react';
import { dismissNotice, type Notice, type NoticeOptions, notify, shownNotices, type Tone } from '../../platform/browser/notices.ts';
import { useStore } from '../../platform/browser/store.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { classes } from '../classes.ts';
import { IconButton } from '../IconButton.tsx';
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '../icons/icons.tsx';
import styles from './Toaster.module.css';

const say = (tone: Tone) => (text: string, options?: NoticeOptions) => notify(tone, text, options);
const toast = { success: say('success'), info: say('info'), warning: say('warning'), error: say('danger') };

/** Say something in passing: `toast.success(text)`, with an optional action such as undo. */
export const useToast = () => toast;

/** Where notices appear: bottom left, or at the top of a narrow screen. */
export function Toaster() {
  const text = useMessages(commonMessages);
  const notices = useStore(shownNotices);
  const stack = useRef<HTMLElement>(null);
  const isShown = useRef(false);
  const newest = notices.at(-1)?.id;
  useEffect(() => {
    const element = stack.current;
    if (!element || !('showPopover' in element)) return;
    // Shown anew for each notice, so that it lies above a dialog that opened in the meantime.
    if (isShown.current) element.hidePopover();
    isShown.current = newest !== undefined;
    if (isShown.current) element.showPopover();
  }, [newest]);
  return (
    <section ref={stack} popover="manual" aria-label={text('notices')} className={styles.stack}>
      {notices.map((notice) => (
        <Toast key={`${notice.id}.${notice.repeats}`} notice={notice} />
      ))}
    </section>
  );
}

function Toast({ notice }: { notice: Notice }) {
  const text = useMessages(commonMessages);
  const [held, setHeld] = useState(false);
  const { action } = notice;
  // What can be undone is so only for its time, however long it is looked at: then it leaves for the customer.
  const isHeld = held && !action?.undoes;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismissNotice(notice.id), notice.milliseconds);
    return () => clearTimeout(timer);
  }, [isHeld, notice.id, notice.milliseconds]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while it is looked at
    <div
      role={notice.tone === 'danger' ? 'alert' : 'status'}
      className={classes(styles.toast, styles[notice.tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.icon}>{icons[notice.tone]}</span>
      <span className={styles.text}>{notice.text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismissNotice(notice.id);
            action.onAction();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label={text('dismiss')} onClick={() => dismissNotice(notice.id)}>
        <CloseIcon size={16} />
      </IconButton>
    </div>
  );
}

const icons = { success: <CheckIcon />, info: <InfoIcon />, warning: <AlertIcon />, danger: <AlertIcon /> } as const;
