import { hiddenPart, type IntegrationKey, integrationValues, type Setting, secretKeys } from '@prosa/contracts/settings';
import type { Scope } from '../../platform/database/scope.ts';
import { findIntegrations, integrationContext, shownOf } from './integrations.queries.ts';
import { refuseValue, store } from './settings.store.ts';

/** Told to nobody: what leads to a billing system is in no event. A secret that comes back as it was shown stays as it is. */
export async function changeIntegration(scope: Scope, key: IntegrationKey, given: string): Promise<Setting> {
  const parsed = integrationValues[key].safeParse(given);
  if (!parsed.success) return refuseValue(parsed.error.issues[0]?.message ?? 'invalid');
  const value = parsed.data;
  const isSecret = secretKeys.includes(key);
  if (isSecret && value.startsWith(hiddenPart)) return { key, value: shownOf(key, (await findIntegrations(scope))[key]) };
  const sealed = isSecret && value !== '';
  await store(scope, { key, value: sealed ? scope.platform.secrets.seal(value, integrationContext(scope.companyId, key)) : value });
  return { key, value: shownOf(key, value) };
}
