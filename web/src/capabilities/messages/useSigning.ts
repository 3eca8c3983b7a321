import { useState } from 'react';
import { useSession } from '../../platform/session.tsx';
import { stored } from '../../platform/stored.ts';

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
