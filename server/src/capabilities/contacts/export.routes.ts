import { Readable } from 'node:stream';
import { contactsExport } from '@prosa/contracts/contacts';
import { endpoint } from '@prosa/contracts/kit';
import { satisfies } from '@prosa/contracts/permissions';
import { z } from 'zod';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import type { AccessClaims } from '../../platform/http/access-token.ts';
import { type Http, limit, whoCalls } from '../../platform/http/http.ts';
import { contactsAfter, type Exported } from './contacts.queries.ts';
import { csvHeader, csvLine } from './csv.rules.ts';

const policy = 'contacts:use';
const rowsAtOnce = 1_000;

/** All contacts as a file, sent while it is read: no more than one batch is ever held. */
export function exportRoute(http: Http): void {
  const { path, fileName } = contactsExport;
  http.routes.push({ endpoint: endpoint('GET', path, { reply: z.string() }), policy });
  http.app.get(path, async (request, reply) => {
    const caller = await whoCalls(http, request);
    await limit(http, 'api', String(caller.userId));
    const first = await inScope(http.platform, caller, async (scope) => {
      if (!satisfies(scope.actor, policy)) refuse('ERR_NO_PERMISSION');
      return contactsAfter(scope, 0, rowsAtOnce);
    });
    await limit(http, 'importOrExport', String(caller.userId));
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(Readable.from(linesOf(http.platform, caller, first)));
  });
}

async function* linesOf(platform: Platform, caller: AccessClaims, first: Exported[]): AsyncGenerator<string> {
  yield csvHeader;
  for (let batch = first; batch.length > 0; ) {
    yield batch.map(({ name, number, email }) => csvLine([name, number, email])).join('');
    const last = batch.at(-1)?.id ?? 0;
    batch = batch.length < rowsAtOnce ? [] : await inScope(platform, caller, (scope) => contactsAfter(scope, last, rowsAtOnce));
  }
}
