import { Readable } from 'node:stream';
import { type CampaignRecipient, recipientsExport } from '@prosa/contracts/campaigns';
import { endpoint, idText } from '@prosa/contracts/kit';
import { satisfies } from '@prosa/contracts/permissions';
import { z } from 'zod';
import { recordAudit } from '../../platform/database/audit.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import type { AccessClaims } from '../../platform/http/access-token.ts';
import { authenticate, type Http, limit } from '../../platform/http/http.ts';
import { assertCampaignsEnabled } from '../contact-lists/contact-lists.actions.ts';
import { csvLine } from '../contacts/csv.rules.ts';
import { getCampaign } from './campaigns.queries.ts';
import { listRecipientsAfter } from './recipients.queries.ts';

const policy = 'campaigns:manage';
const rowsPerBatch = 1_000;
const params = z.object({ id: idText('campaign') });
const byteOrderMark = String.fromCharCode(0xfeff);
const columns = [
  ...(['name', 'number', 'state', 'reason', 'confirmationRequestedAt', 'confirmedAt', 'deliveredAt'] as const),
  ...(['consentSource', 'consentAt', 'message'] as const),
];

/** Streams what became of each recipient as a file, holding at most one batch in memory. */
export function recipientsExportRoute(http: Http): void {
  const { path, fileName } = recipientsExport;
  http.routes.push({ endpoint: endpoint('GET', path, { params, reply: z.string() }), policy });
  http.app.get(path, async (request, reply) => {
    const caller = await authenticate(http, request);
    await limit(http, 'api', String(caller.userId));
    const given = params.safeParse(request.params);
    if (!given.success) refuse('ERR_NO_CAMPAIGN_FOUND');
    const { id } = given.data;
    await inScope(http.platform, caller, async (scope) => {
      if (!satisfies(scope.actor, policy)) refuse('ERR_NO_PERMISSION');
      await assertCampaignsEnabled(scope);
      await getCampaign(scope, id);
    });
    await limit(http, 'importOrExport', String(caller.userId));
    const first = await inScope(http.platform, caller, async (scope) => {
      await recordAudit(scope, { action: 'campaigns.export', object: `campaign ${id}` });
      return listRecipientsAfter(scope, id, 0, rowsPerBatch);
    });
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(Readable.from(streamLines(http.platform, caller, id, first)));
  });
}

async function* streamLines(platform: Platform, caller: AccessClaims, id: number, first: CampaignRecipient[]): AsyncGenerator<string> {
  yield byteOrderMark + csvLine([...columns]);
  for (let batch = first; batch.length > 0; ) {
    yield batch.map(lineOf).join('');
    const last = batch.at(-1)?.id ?? 0;
    batch =
      batch.length < rowsPerBatch ? [] : await inScope(platform, caller, (scope) => listRecipientsAfter(scope, id, last, rowsPerBatch));
  }
}

const lineOf = (recipient: CampaignRecipient) => csvLine(columns.map((column) => String(recipient[column] ?? '')));
