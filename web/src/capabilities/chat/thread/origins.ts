import type { Origin } from '@prosa/contracts/messages';
import { readReason } from '@prosa/contracts/reasons';

/** Where nobody wrote it by hand; and of those, where the company's own words say which one it was (a campaign's name). */
const automatic = ['bot', 'greeting', 'transfer', 'rating', 'completion', 'hours', 'call', 'bill', 'schedule', 'campaign', 'api'] as const;
type Automatic = (typeof automatic)[number];
const named: ReadonlySet<Origin> = new Set(['bill', 'schedule', 'campaign', 'api']);

export const isAutomatic = (origin: Origin): origin is Automatic => automatic.some((each) => each === origin);
/** Whether the reason is a name, and no rule. */
export const saysWhich = (origin: Origin, why: string): boolean => named.has(origin) && readReason(why) === undefined;
export const originName = (origin: Automatic) => `origin_${origin}` as const;
