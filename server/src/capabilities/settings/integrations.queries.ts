import { hiddenPart, type IntegrationKey, integrationKeys, type Setting, secretKeys } from '@prosa/contracts/settings';
import type { Scope } from '../../platform/database/scope.ts';
import { findSettings } from './settings.queries.ts';

export const integrationContext = (companyId: number, key: IntegrationKey): string => `settings.value/${companyId}/${key}`;

/** What an admin is shown of it. */
export const shownOf = (key: IntegrationKey, value: string): string =>
  secretKeys.includes(key) && value !== '' ? hiddenPart + value.slice(-4) : value;

/** The keys as they are used; what was never set is empty. For calls to the billing systems, never for a reply. */
export async function findIntegrations(scope: Scope): Promise<Record<IntegrationKey, string>> {
  const stored = await findSettings(scope, ...integrationKeys);
  const usedOf = (key: IntegrationKey) => openOf(scope, key, stored[key] ?? '');
  return {
    ipixc: usedOf('ipixc'),
    tokenixc: usedOf('tokenixc'),
    ipmkauth: usedOf('ipmkauth'),
    clientidmkauth: usedOf('clientidmkauth'),
    clientsecretmkauth: usedOf('clientsecretmkauth'),
    asaas: usedOf('asaas'),
  };
}

export async function listIntegrations(scope: Scope): Promise<Setting[]> {
  const values = await findIntegrations(scope);
  return integrationKeys.map((key) => ({ key, value: shownOf(key, values[key]) }));
}

/** What was sealed under a master key that is lost counts as not set: an admin types it in again. */
function openOf({ platform, companyId }: Scope, key: IntegrationKey, stored: string): string {
  if (stored === '' || !secretKeys.includes(key)) return stored;
  try {
    return platform.secrets.open(stored, integrationContext(companyId, key));
  } catch {
    platform.log.warn({ key }, 'A key of a billing system can not be read: it was sealed under another master key');
    return '';
  }
}
