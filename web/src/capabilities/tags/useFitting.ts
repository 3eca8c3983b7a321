import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How many of so many things are whole in a row that does not wrap: one less as long as it overflows, all anew when its width changes. */
export function useFitting(most: number) {
  const row = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState({ most, shown: most });
  const shown = tried.most === most ? tried.shown : most;
  // After every render: what is shown has changed, or the words of it. It ends, as each time there is one less.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const element = row.current;
    if (element && shown > 0 && element.scrollWidth > element.clientWidth) setTried({ most, shown: shown - 1 });
  });
  useEffect(() => {
    const element = row.current;
    if (!element || !('ResizeObserver' in window)) return undefined;
    // Told first of the width it has; asked for it here, the browser would have to lay out the page before it is painted.
    let width: number | undefined;
    const watch = new ResizeObserver(() => {
      if (width !== undefined && element.clientWidth !== width) setTried({ most, shown: most });
      width = element.clientWidth;
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [most]);
  return { row, shown };
}
