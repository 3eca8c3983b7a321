import { Readable } from 'node:stream';
import { contactsExport } from '@prosa/contracts/contacts';
import { endpoint } from '@prosa/contracts/kit';
import { satisfies } from '@prosa/contracts/permissions';
import { z } from 'zod';
import { recordAudit } from '../../platform/database/audit.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import type { AccessClaims } from '../../platform/http/access-token.ts';
import { authenticate, type Http, limit } from '../../platform/http/http.ts';
import { countContacts, type ExportedContact, listContactsAfter } from './contacts.queries.ts';
import { csvHeader, csvLine } from './csv.rules.ts';

const policy = 'contacts-page:export';
const rowsPerBatch = 1_000;

/** Streams all contacts as a file, holding at most one batch in memory. */
export function exportRoute(http: Http): void {
  const { path, fileName } = contactsExport;
  http.routes.push({ endpoint: endpoint('GET', path, { reply: z.string() }), policy });
  http.app.get(path, async (request, reply) => {
    const caller = await authenticate(http, request);
    await limit(http, 'api', String(caller.userId));
    await inScope(http.platform, caller, async ({ actor }) => {
      if (!satisfies(actor, policy)) refuse('ERR_NO_PERMISSION');
    });
    await limit(http, 'importOrExport', String(caller.userId));
    const first = await inScope(http.platform, caller, async (scope) => {
      await recordAudit(scope, { action: 'contacts.export', object: 'contacts', after: { count: await countContacts(scope, '') } });
      return listContactsAfter(scope, 0, rowsPerBatch);
    });
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(Readable.from(streamLines(http.platform, caller, first)));
  });
}

async function* streamLines(platform: Platform, caller: AccessClaims, first: ExportedContact[]): AsyncGenerator<string> {
  yield csvHeader;
  for (let batch = first; batch.length > 0; ) {
    yield batch.map(({ name, number, email }) => csvLine([name, number, email])).join('');
    const last = batch.at(-1)?.id ?? 0;
    batch = batch.length < rowsPerBatch ? [] : await inScope(platform, caller, (scope) => listContactsAfter(scope, last, rowsPerBatch));
  }
}
