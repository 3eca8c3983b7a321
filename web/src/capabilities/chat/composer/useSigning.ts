import { useState } from 'react';
import { stored } from '../../../platform/browser/stored.ts';
import { useSession } from '../../../platform/session/session.tsx';

const signKey = 'signOption';

const signatureOf = (name: string) => `*${name}:*\n`;

/** What was typed, without the name before it. */
export const unsigned = (body: string, name: string): string =>
  body.startsWith(signatureOf(name)) ? body.slice(signatureOf(name).length) : body;

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
    sign: (words: string) => (isOn ? `${signatureOf(user.name)}${words}` : words),
  };
}
