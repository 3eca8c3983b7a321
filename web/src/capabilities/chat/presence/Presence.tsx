import { useMessages } from '../../../platform/language/messages.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { chatMessages } from '../messages/chat.messages.ts';
import styles from './Presence.module.css';
import type { Viewer } from './presence.data.ts';

const maxFaces = 3;

/** Avatars of colleagues who have the same conversation open. */
export function Presence({ viewers }: { viewers: Viewer[] }) {
  const said = usePresenceText(viewers);
  if (viewers.length === 0) return null;
  return (
    <span className={styles.faces} role="img" aria-label={said} title={said}>
      {viewers.slice(0, maxFaces).map(({ userId, name }) => (
        <Avatar key={userId} name={name} size={24} />
      ))}
      {viewers.length > maxFaces && <small>+{viewers.length - maxFaces}</small>}
    </span>
  );
}

/** The same above the input, with what they are doing. */
export function PresenceLine({ viewers }: { viewers: Viewer[] }) {
  const said = usePresenceText(viewers);
  return (
    <p className={styles.presence} role="status">
      {viewers.length > 0 && said}
    </p>
  );
}

function usePresenceText(viewers: Viewer[]): string {
  const text = useMessages(chatMessages);
  const busy = viewers.find(({ typing, recording }) => recording || typing);
  if (busy) return text(busy.recording ? 'recording' : 'typing', { name: busy.name });
  const names = viewers.map(({ name }) => name).join(', ');
  return viewers.length > 1 ? text('alsoHereMany', { names }) : text('alsoHere', { name: names });
}
