import { stored } from '../../platform/browser/stored.ts';

const maxRecent = 6;
const keyOf = (userId: number) => `paletteRecent-${userId}`;

/** The commands a person used lately, the last one first. */
export function recentIds(userId: number): string[] {
  return (stored.read(keyOf(userId)) ?? '').split(' ').filter(Boolean);
}

export function rememberUse(userId: number, id: string): void {
  const ids = [id, ...recentIds(userId).filter((other) => other !== id)].slice(0, maxRecent);
  stored.write(keyOf(userId), ids.join(' '));
}
