/** `27.45` as a whole number of cents; nothing for a text that is no such amount. Providers also send numbers. */
export function centsOf(amount: string | number): number | undefined {
  const text = typeof amount === 'number' ? amount.toFixed(2) : amount.trim();
  const [, whole = '', part = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === '' ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** Whether what came is at least what was asked for. */
export function isEnough(paid: string | number, asked: string): boolean {
  const [came, wanted] = [centsOf(paid), centsOf(asked)];
  return came !== undefined && wanted !== undefined && came >= wanted;
}
