import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import type { Stale } from '../../platform/live/stale.ts';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';

/** In a form whose record was changed by somebody else. */
export function StaleBanner({ stale }: { stale: Stale }) {
  const text = useMessages(commonMessages);
  if (!stale.isStale) return null;
  return (
    <Banner inset action={<Button onClick={stale.adopt}>{text('reload')}</Button>}>
      {text('changedByOther')}
    </Banner>
  );
}
