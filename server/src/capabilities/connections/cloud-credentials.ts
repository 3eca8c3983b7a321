import type { CloudInput } from '@prosa/contracts/connections';
import { eq } from 'drizzle-orm';
import { CloudSecrets, cloudHookPath, credentialsContext, missingCredentials } from '../../channels/credentials.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { connections } from './connections.table.ts';

type Stored = { id: number; provider: string; phoneNumberId: string | null; wabaId: string | null; credentialsSealed: string | null };

function openSecrets({ platform, companyId }: Scope, { id, credentialsSealed }: Stored): CloudSecrets {
  if (credentialsSealed === null) return {};
  return CloudSecrets.parse(JSON.parse(platform.secrets.open(credentialsSealed, credentialsContext(companyId, id))));
}

/** What admins are shown of it: where it leads and whether it is complete, never a secret. */
export function cloudView(scope: Scope, stored: Stored) {
  if (stored.provider !== 'cloud') return null;
  const { phoneNumberId, wabaId } = stored;
  const { accessToken, appSecret, verifyToken } = openSecrets(scope, stored);
  const missing = missingCredentials({ phoneNumberId, wabaId, accessToken, appSecret, verifyToken });
  const ids = { phoneNumberId: phoneNumberId ?? '', wabaId: wabaId ?? '' };
  return { ...ids, configured: missing.length === 0, missing, webhookUrl: cloudHookPath(stored.id) };
}

/** Keeps what was given; a secret that was left out stays as it is. Answers whether anything has changed. */
export async function storeCloud(scope: Scope, stored: Stored, { phoneNumberId, wabaId, ...given }: CloudInput): Promise<boolean> {
  const before = openSecrets(scope, stored);
  const secrets = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
  const isSame =
    stored.phoneNumberId === phoneNumberId && stored.wabaId === wabaId && JSON.stringify(secrets) === JSON.stringify({ ...before });
  if (isSame) return false;
  const context = credentialsContext(scope.companyId, stored.id);
  await scope.tx
    .update(connections)
    .set({ phoneNumberId, wabaId, credentialsSealed: scope.platform.secrets.seal(JSON.stringify(secrets), context) })
    .where(eq(connections.id, stored.id));
  return true;
}
