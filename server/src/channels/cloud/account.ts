import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { CloudSecrets, credentialsContext, missingCredentials } from '../credentials.ts';
import type { ConnectionRef } from '../port.ts';

/** A number on the Cloud API, with what opens it. */
export type Account = { phoneNumberId: string; wabaId: string; accessToken: string };
export type StoredAccount = { phoneNumberId: string; wabaId: string } & CloudSecrets;

const StoredRow = z.object({ phoneNumberId: z.string().nullable(), wabaId: z.string().nullable(), sealed: z.string().nullable() });

/** As far as it was entered; nothing where there is no such connection. For a stranger it is read among what strangers ask for. */
export async function readAccount(
  platform: Platform,
  { companyId, connectionId }: ConnectionRef,
  stranger?: string,
): Promise<StoredAccount | undefined> {
  const caller = stranger === undefined ? { companyId, visitor: `cloud:${connectionId}` } : { companyId, stranger };
  const [row] = await inScope(platform, caller, ({ tx }) =>
    rowsOf(
      tx,
      StoredRow,
      sql`
        select phone_number_id as "phoneNumberId", waba_id as "wabaId", credentials_sealed as sealed
        from connections
        where company_id = current_company() and id = ${connectionId} and removed_at is null`,
    ),
  );
  if (!row?.phoneNumberId || !row.wabaId || row.sealed === null) return undefined;
  const secrets = CloudSecrets.parse(JSON.parse(platform.secrets.open(row.sealed, credentialsContext(companyId, connectionId))));
  return { phoneNumberId: row.phoneNumberId, wabaId: row.wabaId, ...secrets };
}

/** Returns undefined while any credential is missing: without the app's secret, for example, nothing that arrives could be verified. */
export async function findAccount(platform: Platform, connection: ConnectionRef): Promise<Account | undefined> {
  const stored = await readAccount(platform, connection);
  if (!stored?.accessToken || missingCredentials(stored).length > 0) return undefined;
  const { phoneNumberId, wabaId, accessToken } = stored;
  return { phoneNumberId, wabaId, accessToken };
}
