/** How long an address or a device counts as known after a login. */
export const addressDays = 30;
export const deviceDays = 400;
/** More than one person uses; the oldest are deleted first. */
export const maxDevices = 20;
export const maxAddresses = 50;

const maxConcurrentChecks = { account: 16, address: 64 };

/** Source of a login: the device cookie, if any, and the client's address. */
export type LoginSource = { device: string | undefined; address: string };
/** The account, if it exists, and whether it signed in from this device or address before. */
export type LoginAccount = { userId: number; deviceKnown: boolean; addressKnown: boolean } | undefined;

/**
 * What a wrong password counts against. A device that its owner signed in on has a count of its own, and so has an address: who
 * guesses elsewhere shares the count of the account with other strangers, and locks out strangers only.
 * Against their address all but known devices count: one bad neighbour does not close an office to who works there.
 */
export function failureBuckets(email: string, account: LoginAccount, { device, address }: LoginSource) {
  const ofAccount = (key: string, onRight: 'clear' | 'giveBack') =>
    ({ name: 'failedLoginOfAccount', key, atOnce: maxConcurrentChecks.account, onRight }) as const;
  if (account?.deviceKnown) return [ofAccount(`device ${account.userId} ${device}`, 'clear')];
  const fromAddress = { name: 'failedLoginFromAddress', key: address, atOnce: maxConcurrentChecks.address, onRight: 'giveBack' } as const;
  if (account?.addressKnown) return [fromAddress, ofAccount(`address ${account.userId} ${address}`, 'clear')];
  return [fromAddress, ofAccount(email, 'giveBack')];
}

/** Invalid refresh tokens count against the address, with room for large offices. */
export const refreshBuckets = ({ address }: LoginSource) =>
  [{ name: 'failedRefresh', key: address, atOnce: Number.POSITIVE_INFINITY, onRight: 'giveBack' }] as const;

/** Whether a device cookie has our format; anything else counts as none. */
export const isDeviceToken = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '');
