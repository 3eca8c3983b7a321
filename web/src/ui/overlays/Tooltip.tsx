import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import styles from './Popover.module.css';

const gap = 4;
const edge = 8;
type TooltipProps = { id: string; anchor: RefObject<HTMLElement | null>; text: string; onClose: () => void };

/** A few words about what it hangs on. In the top layer, so that no scrolling container cuts it off; gone with Esc and with scrolling. */
export function Tooltip({ id, anchor, text, onClose }: TooltipProps) {
  const tip = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const [on, shown] = [anchor.current, tip.current];
    if (!on || !shown) return;
    if ('showPopover' in shown) shown.showPopover();
    const at = on.getBoundingClientRect();
    const { width, height } = shown.getBoundingClientRect();
    const above = at.top - gap - height;
    shown.style.left = `${Math.max(edge, Math.min(at.left, innerWidth - width - edge))}px`;
    shown.style.top = `${above >= edge ? above : at.bottom + gap}px`;
  }, [anchor]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Only this closes: the conversation underneath stays.
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    const onScroll = () => close();
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('scroll', onScroll, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('scroll', onScroll, true);
    };
  }, []);
  return (
    <div ref={tip} id={id} popover="manual" role="tooltip" className={styles.tooltip}>
      {text}
    </div>
  );
}
