import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../Button.tsx';
import { CloseButton } from '../CloseButton.tsx';

/** The foot of a form in a dialog: what it does, `Salvar` unless it has a word of its own, and the way out. */
export function SaveButtons({ busy = false, label }: { busy?: boolean; label?: string }) {
  const text = useMessages(commonMessages);
  return (
    <>
      <CloseButton label={text('cancel')} />
      <Button kind="primary" type="submit" busy={busy}>
        {label ?? text('save')}
      </Button>
    </>
  );
}
