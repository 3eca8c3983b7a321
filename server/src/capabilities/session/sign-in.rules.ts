/** How long an address counts as one of the person's own after they signed in from it, and how long a device does. */
export const addressDays = 30;
export const deviceDays = 400;
/** More than one person has; older ones are forgotten first. */
export const mostDevices = 20;
export const mostAddresses = 50;

const atOnce = { account: 16, address: 64 };

/** Where a login comes from: the cookie that says which device it is, if it has one, and the client's address. */
export type Source = { device: string | undefined; address: string };
/** Whose account it is, if anybody's, and whether they signed in from there before. */
export type Standing = { userId: number; deviceKnown: boolean; addressKnown: boolean } | undefined;

/**
 * What a wrong password counts against. A device that its owner signed in on has a count of its own, and so has an address: who
 * guesses elsewhere shares the count of the account with other strangers, and locks out strangers only.
 * Against their address all but known devices count: one bad neighbour does not close an office to who works there.
 */
export function countsOf(email: string, standing: Standing, { device, address }: Source) {
  const ofAccount = (key: string, onRight: 'clear' | 'giveBack') =>
    ({ name: 'failedLoginOfAccount', key, atOnce: atOnce.account, onRight }) as const;
  if (standing?.deviceKnown) return [ofAccount(`device ${standing.userId} ${device}`, 'clear')];
  const fromAddress = { name: 'failedLoginFromAddress', key: address, atOnce: atOnce.address, onRight: 'giveBack' } as const;
  if (standing?.addressKnown) return [fromAddress, ofAccount(`address ${standing.userId} ${address}`, 'clear')];
  return [fromAddress, ofAccount(email, 'giveBack')];
}

/** What a refresh token that is none counts against: its address, where an office of many has room. */
export const refreshCounts = ({ address }: Source) =>
  [{ name: 'failedRefresh', key: address, atOnce: Number.POSITIVE_INFINITY, onRight: 'giveBack' }] as const;

/** A device's cookie as we give it out; anything else counts as none. */
export const isDeviceToken = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '');
