import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../Button.tsx';

/** The foot of a form in a dialog: what it does, `Salvar` unless it has a word of its own, and the way out. */
export function SaveButtons({ busy = false, onCancel, label }: { busy?: boolean; onCancel: () => void; label?: string }) {
  const text = useMessages(commonMessages);
  return (
    <>
      <Button onClick={onCancel}>{text('cancel')}</Button>
      <Button kind="primary" type="submit" busy={busy}>
        {label ?? text('save')}
      </Button>
    </>
  );
}
