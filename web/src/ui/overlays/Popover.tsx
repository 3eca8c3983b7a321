import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '../classes.ts';
import styles from './Popover.module.css';

export type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  onClick: () => void;
  'aria-expanded': boolean;
  'aria-haspopup': 'dialog' | 'menu';
  'aria-controls': string | undefined;
};
export type PopoverProps = {
  /** The button it hangs on; spread the given props on it. */
  trigger: (props: TriggerProps) => ReactNode;
  label: string;
  /** What is inside; `close` also gives the focus back to the button. */
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: 'start' | 'end';
  role?: 'dialog' | 'menu';
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  /** The menu's own padding and width instead of a panel's. */
  compact?: boolean;
};
const gap = 4;
const edge = 8;

/** A popover on a button that closes on Esc, outside click or focus loss. */
export function Popover({ trigger, label, children, align = 'start', role = 'dialog', onKeyDown, compact = false }: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    if (panel.current?.contains(document.activeElement)) button.current?.focus();
  };
  useDismiss(open, button, panel, close, () => setOpen(false));
  usePlacement(open, button, panel, align);
  return (
    <>
      {trigger({
        ref: button,
        onClick: () => setOpen((was) => !was),
        'aria-expanded': open,
        'aria-haspopup': role,
        'aria-controls': open ? id : undefined,
      })}
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: its role is a dialog's or a menu's
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: as above
        <div
          ref={panel}
          id={id}
          popover="manual"
          role={role}
          aria-label={label}
          // One that scrolls must be reachable by keyboard; a menu's rows are so by its own keys.
          tabIndex={role === 'menu' ? 0 : -1}
          onKeyDown={onKeyDown}
          className={classes(styles.popover, compact && styles.compact)}
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </>
  );
}

function useDismiss(
  open: boolean,
  button: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  close: () => void,
  hide: () => void,
): void {
  const outside = useEffectEvent((event: Event) => {
    const target = event.target;
    if (!(target instanceof Node) || panel.current?.contains(target) || button.current?.contains(target)) return;
    hide();
  });
  const onEsc = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Only the top layer closes: a dialog underneath stays.
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  useEffect(() => {
    if (!open) return undefined;
    const onOutside = (event: Event) => outside(event);
    const onEscape = (event: globalThis.KeyboardEvent) => onEsc(event);
    document.addEventListener('pointerdown', onOutside, true);
    document.addEventListener('focusin', onOutside, true);
    document.addEventListener('keydown', onEscape, true);
    return () => {
      document.removeEventListener('pointerdown', onOutside, true);
      document.removeEventListener('focusin', onOutside, true);
      document.removeEventListener('keydown', onEscape, true);
    };
  }, [open]);
}

/** In the top layer, so that no scrolling container cuts it off; placed by hand beside its button. */
function usePlacement(
  open: boolean,
  button: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  align: 'start' | 'end',
): void {
  useLayoutEffect(() => {
    const [anchor, shown] = [button.current, panel.current];
    if (!open || !anchor || !shown) return undefined;
    if ('showPopover' in shown) shown.showPopover();
    const place = () => {
      const at = anchor.getBoundingClientRect();
      const { width, height } = shown.getBoundingClientRect();
      const left = align === 'end' ? at.right - width : at.left;
      const below = at.bottom + gap;
      const above = at.top - gap - height;
      shown.style.left = `${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`;
      shown.style.top = `${Math.max(edge, below + height > innerHeight - edge && above >= edge ? above : below)}px`;
    };
    place();
    const first = shown.querySelector<HTMLElement>('[data-autofocus], [role^=menuitem]:not(:disabled), input, select, button, a[href]');
    (first ?? shown).focus({ preventScroll: true });
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(place);
    observer?.observe(shown);
    window.addEventListener('resize', place);
    return () => {
      observer?.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [open, button, panel, align]);
}
