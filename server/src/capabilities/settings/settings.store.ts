import type { Setting } from '@prosa/contracts/settings';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { settings } from './settings.table.ts';

export async function store(scope: Scope, { key, value }: Setting): Promise<void> {
  const change = { value, updatedAt: scope.now };
  await scope.tx
    .insert(settings)
    .values({ key, ...change })
    .onConflictDoUpdate({ target: [settings.companyId, settings.key], set: change });
}

export const refuseValue = (message: string): never => refuse('ERR_VALIDATION', { details: [{ path: 'value', message }] });
