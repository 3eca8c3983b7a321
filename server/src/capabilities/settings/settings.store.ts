import { hiddenPart, isIntegrationKey, type Setting, secretKeys } from '@prosa/contracts/settings';
import { recordAudit } from '../../platform/database/audit.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { findSettings } from './settings.queries.ts';
import { settings } from './settings.table.ts';

/** Stores a setting without an audit entry: for changes that are part of a recorded one. */
export async function storeUnrecorded({ tx, now }: Scope, { key, value }: Setting): Promise<void> {
  const change = { value, updatedAt: now };
  await tx
    .insert(settings)
    .values({ key, ...change })
    .onConflictDoUpdate({ target: [settings.companyId, settings.key], set: change });
}

/** Stores a setting with its audit entry. Returns whether the stored value differs from the one before. */
export async function store(scope: Scope, { key, value }: Setting): Promise<boolean> {
  const { [key]: before } = await findSettings(scope, key);
  await storeUnrecorded(scope, { key, value });
  if (before === value) return false;
  await recordAudit(scope, {
    action: 'settings.update',
    object: `setting ${key}`,
    before: { value: auditValueOf(key, before) },
    after: { value: auditValueOf(key, value) },
  });
  return true;
}

/** A key of a billing system is masked; an empty one says that there is none. */
function auditValueOf(key: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  return isIntegrationKey(key) && secretKeys.includes(key) && value !== '' ? hiddenPart : value;
}

export const refuseValue = (message: string): never => refuse('ERR_VALIDATION', { details: [{ path: 'value', message }] });
