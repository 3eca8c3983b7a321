import type { SessionUser } from '@prosa/contracts/session';
import { maySee } from './access.ts';
import { menu } from './menu.ts';
import { isBuilt } from './pages.ts';

/** Pages that G and a letter open. */
export const goKeys = [
  { key: 'T', path: '/tickets' },
  { key: 'K', path: '/kanban' },
  { key: 'C', path: '/contacts' },
  { key: 'A', path: '/schedules' },
  { key: 'Q', path: '/quick-messages' },
  { key: 'D', path: '/' },
] as const;

/** Whether a page exists and this user may see it. */
export function isPageAvailable(user: SessionUser, path: string): boolean {
  const entry = menu.flatMap(({ entries }) => entries).find((candidate) => candidate.path === path);
  return entry !== undefined && isBuilt(path) && maySee(user, entry.who);
}
