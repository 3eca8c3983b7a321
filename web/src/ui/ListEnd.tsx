import { useEffect, useEffectEvent, useRef } from 'react';

/** Placed after a list: asks for more when it comes within 100 px of view. */
export function ListEnd({ onReach, distance = 100 }: { onReach: () => void; distance?: number }) {
  const mark = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    if (!mark.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reach();
      },
      { rootMargin: `${distance}px` },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [distance]);
  return <div ref={mark} />;
}
