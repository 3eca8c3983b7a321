/** WhatsApp by QR code, Meta's official Cloud API, and a simulated WhatsApp inside the product. */
export const providers = ['baileys', 'cloud', 'simulator'] as const;
export type ProviderName = (typeof providers)[number];

/** What not every channel can do. The server asks before it tries, and screens offer nothing else. */
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
  /** The phone says of a message that it was forwarded. */
  'forwardedMark',
] as const;
export type Feature = (typeof features)[number];

export const featuresOf: Record<ProviderName, readonly Feature[]> = {
  baileys: features.filter((feature) => feature !== 'templates'),
  cloud: ['markRead', 'typing', 'location', 'card', 'reaction', 'templates'],
  simulator: features,
};
