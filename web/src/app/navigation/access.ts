import { satisfies } from '@prosa/contracts/permissions';
import type { SessionUser } from '@prosa/contracts/session';
import { stored } from '../../platform/browser/stored.ts';
import type { PagePolicy } from './pages.ts';

/** Whether a person may see a page. The server decides again on every call. */
export function maySee(user: SessionUser, who: PagePolicy): boolean {
  if (who === 'campaigns') return stored.read('cshow') !== undefined && satisfies(user, 'drawer-admin-items:view');
  if (who === 'settings') return user.super || satisfies(user, 'settings:manage');
  return satisfies(user, who);
}
