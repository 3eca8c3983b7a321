import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { UserDialog } from '../users/UserDialog.tsx';
import { usersMessages } from '../users/users.messages.ts';

/** The user dialog for oneself. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const text = useMessages(usersMessages);
  const { user } = useSession();
  return <UserDialog user={user} title={text('profile')} onClose={onClose} />;
}
