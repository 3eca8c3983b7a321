import { commonMessages } from '../platform/common.messages.ts';
import { useMessages } from '../platform/messages.ts';
import { Button } from './Button.tsx';

/** The foot of a form in a dialog. */
export function SaveButtons({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  const text = useMessages(commonMessages);
  return (
    <>
      <Button onClick={onCancel}>{text('cancel')}</Button>
      <Button kind="primary" type="submit" busy={busy}>
        {text('save')}
      </Button>
    </>
  );
}
