import { useEffect } from 'react';
import { setNoticeArea } from './notices.ts';

/** On the commercial screens notices stay for as long as the specification says of them. */
export function useCommercialNotices(): void {
  useEffect(() => {
    setNoticeArea('commercial');
    return () => setNoticeArea('core');
  }, []);
}
