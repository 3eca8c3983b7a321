import type { SessionUser } from '@prosa/contracts/session';
import { maySee } from './access.ts';
import { menu } from './menu.ts';
import { isBuilt } from './pages.ts';

/** Where G and a letter lead. */
export const goKeys = [
  { key: 'T', path: '/tickets' },
  { key: 'K', path: '/kanban' },
  { key: 'C', path: '/contacts' },
  { key: 'A', path: '/schedules' },
  { key: 'Q', path: '/quick-messages' },
  { key: 'D', path: '/' },
] as const;

/** Whether a page of the menu is there, and for this person. */
export function leadsSomewhere(user: SessionUser, path: string): boolean {
  const entry = menu.flatMap(({ entries }) => entries).find((candidate) => candidate.path === path);
  return entry !== undefined && isBuilt(path) && maySee(user, entry.who);
}
