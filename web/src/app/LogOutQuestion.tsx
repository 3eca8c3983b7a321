import { useMessages } from '../platform/language/messages.ts';
import { logOutQuestion } from '../platform/session/personal-data.ts';
import { sessionMessages } from '../platform/session/session.messages.ts';
import { useSessionState } from '../platform/session/session.tsx';
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx';

/** Asks before a logout removes messages that were not sent. */
export function LogOutQuestion({ unsent }: { unsent: number }) {
  const text = useMessages(sessionMessages);
  const { actions } = useSessionState();
  const close = () => logOutQuestion.set(undefined);
  return (
    <ConfirmDialog
      danger
      title={text('unsentTitle')}
      body={text('unsentBody', { n: unsent })}
      confirm={text('logOutAnyway')}
      onCancel={close}
      onConfirm={() => {
        close();
        void actions.logOut({ dropUnsent: true });
      }}
    />
  );
}
