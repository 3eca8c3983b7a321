import type { SendOutcome, SessionExtras } from './port.ts';

/** What not every provider can do. Who wants one of these asks `provider.features` before. */
export const features = [
  'markRead',
  'typing',
  /** Shown as recording, apart from typing. */
  'recording',
  'picture',
  'groups',
  'location',
  'card',
  'reaction',
  'edit',
  'retract',
  'templates',
  'phoneBook',
  'reachability',
  /** Pairing by a code typed on the phone. */
  'pairingCode',
] as const;
export type Feature = (typeof features)[number];
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
