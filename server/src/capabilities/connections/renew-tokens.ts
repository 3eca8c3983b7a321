import type { Client } from 'pg';
import type { Secrets } from '../../platform/boot/secrets.ts';
import { IdRow, rowsFrom } from '../../platform/database/rows.ts';
import { generateToken } from './connection-token.ts';
import { tokenContext } from './connections.queries.ts';

/**
 * When the master key is lost, sealed values can not be decrypted: every connection gets a new token and must be paired again. Run by a
 * restore, before any server starts, as the owner of the tables acting as the application role.
 */
export async function renewTokens(client: Client, secrets: Secrets): Promise<number> {
  await client.query('begin; set local role prosa_platform');
  const companies = await rowsFrom(client, IdRow, 'select id from companies order by id');
  await client.query('set local role prosa_app');
  let renewed = 0;
  for (const { id: companyId } of companies) {
    await client.query(`select set_config('app.company_id', $1, true)`, [String(companyId)]);
    const rows = await rowsFrom(client, IdRow, 'select id from connections');
    for (const { id } of rows) {
      const token = generateToken(id);
      await client.query(
        `update connections set token_sealed = $2, token_hash = $3, credentials_sealed = null,
           status = case when removed_at is null then 'DISCONNECTED' else status end, wanted = false, qrcode = '' where id = $1`,
        [id, secrets.seal(token, tokenContext(companyId)), secrets.hash(token)],
      );
      renewed += 1;
    }
  }
  await client.query('commit');
  return renewed;
}
