import { useMemo, useSyncExternalStore } from 'react';

export const narrowScreen = '(max-width: 599px)';

/** Whether a media query holds, as it changes. */
export function useMedia(query: string): boolean {
  const { listen, holds } = useMemo(() => watchMedia(query), [query]);
  return useSyncExternalStore(listen, holds);
}

function watchMedia(query: string) {
  const media = matchMedia(query);
  const listen = (listener: () => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return { listen, holds: () => media.matches };
}
