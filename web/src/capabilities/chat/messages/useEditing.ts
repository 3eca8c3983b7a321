import type { Message } from '@prosa/contracts/messages';
import { useState } from 'react';
import { useSession } from '../../../platform/session/session.tsx';
import { isEditable } from './changes.rules.ts';

/** Which own message is being put otherwise. */
export function useEditing(messages: readonly Message[] | undefined) {
  const { user } = useSession();
  const [message, setMessage] = useState<Message>();
  return {
    message,
    edit: (next: Message) => setMessage(next),
    stop: () => setMessage(undefined),
    /** The last that may be edited; false where there is none. */
    editLast(): boolean {
      const last = messages?.findLast((each) => isEditable(each, user.id, Date.now()));
      setMessage(last);
      return last !== undefined;
    },
  };
}
