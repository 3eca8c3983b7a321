import { useState } from 'react';
import { stored } from '../../../platform/browser/stored.ts';
import { useSession } from '../../../platform/session/session.tsx';

const signKey = 'signOption';

/** Whether messages begin with the writer's name in bold. On unless switched off. */
export function useSigning() {
  const { user } = useSession();
  const [isOn, setOn] = useState(() => stored.read(signKey) !== 'false');
  return {
    isOn,
    set(on: boolean) {
      stored.write(signKey, String(on));
      setOn(on);
    },
    sign: (words: string) => (isOn ? `*${user.name}:*\n${words}` : words),
  };
}
