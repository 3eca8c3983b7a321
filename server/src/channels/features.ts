import type { Feature } from '@prosa/contracts/channels';
import type { SendOutcome, SessionExtras } from './port.ts';

export type Features = ReadonlySet<Feature>;

const unsupported = async (): Promise<SendOutcome> => ({ outcome: 'failed', reason: 'unsupported' });

/** For a session of a provider that has none of them, or to be spread under those it has. */
export const noExtras: SessionExtras = {
  react: unsupported,
  edit: unsupported,
  markRead: async () => undefined,
  typing: async () => undefined,
  picture: async () => 'unknown',
  group: async () => undefined,
  pairingCode: async () => undefined,
  fetchFile: async () => ({ outcome: 'gone' }),
};
