import type { User } from '@prosa/contracts/users';
import { changedFields, hiddenSecret, recordAudit } from '../../platform/database/audit.ts';
import type { Scope } from '../../platform/database/scope.ts';

const fieldsOf = ({ name, email, profile, super: isSuper, allTicket, queues }: User) => ({
  ...{ name, email, profile, super: isSuper, allTicket },
  queueIds: queues.map(({ id }) => id).toSorted((a, b) => a - b),
});

/** Records that a user was created (no `before`), changed or deleted (no `after`). A change of nothing leaves no entry. */
export async function auditUser(scope: Scope, before: User | undefined, after: User | undefined, hasNewPassword = false): Promise<void> {
  const user = after ?? before;
  if (!user) return;
  const object = `user ${user.id}`;
  if (!before) return recordAudit(scope, { action: 'users.create', object, after: fieldsOf(user) });
  if (!after) return recordAudit(scope, { action: 'users.delete', object, before: fieldsOf(user) });
  const changed = changedFields(fieldsOf(before), fieldsOf(after));
  if (hasNewPassword) changed.after.password = hiddenSecret;
  if (Object.keys(changed.after).length > 0) await recordAudit(scope, { action: 'users.update', object, ...changed });
}
