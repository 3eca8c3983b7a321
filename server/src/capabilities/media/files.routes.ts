import { filesApi } from '@prosa/contracts/files';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type Http, whoCalls } from '../../platform/http/http.ts';
import { serveFile } from '../../platform/http/serve-file.ts';
import { verifyAddress } from '../../platform/http/signed-address.ts';
import { isMediaKey } from '../../platform/storage/storage.ts';
import { seeTicket } from '../tickets/tickets.queries.ts';
import { findStoredFile, type StoredFile } from './files.queries.ts';

const TicketIdRow = z.object({ ticket_id: z.int() });

/** Files open to who holds a signed address, which was shown with the message, or to a session that may see the message. */
export function filesRoutes(http: Http): void {
  http.routes.push({ endpoint: filesApi.read, policy: 'public' });
  http.app.route({
    method: ['GET', 'HEAD'],
    url: filesApi.read.path,
    handler: async (request, reply) => {
      const { company, shelf, name } = filesApi.read.params.parse(request.params);
      const media = await find(http, request, `${company}/${shelf}/${name}`);
      return serveFile(request, reply, { storage: http.platform.storage, ...media });
    },
  });
}

async function find(http: Http, request: FastifyRequest, key: string): Promise<StoredFile> {
  if (!isMediaKey(key)) refuse('ERR_NO_FILE_FOUND');
  const signed = verifyAddress(http.platform.secrets, { key, query: request.query }, http.platform.clock());
  if (signed)
    return inScope(
      http.platform,
      { companyId: signed.companyId, visitor: 'files' },
      async (scope) => (await findStoredFile(scope, key)) ?? refuse('ERR_NO_FILE_FOUND'),
    );
  if (!request.headers.authorization) refuse('ERR_NO_FILE_FOUND');
  const caller = await whoCalls(http, request);
  return inScope(http.platform, caller, async (scope) => {
    const media = (await findStoredFile(scope, key)) ?? refuse('ERR_NO_FILE_FOUND');
    await seeItsTickets(scope, media);
    return media;
  });
}

/** A file is seen by who may see a ticket it was said in. */
async function seeItsTickets(scope: Scope, media: StoredFile): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    TicketIdRow,
    sql`select ticket_id from messages where company_id = current_company() and media_id = ${media.id} order by id desc limit 1`,
  );
  const [message] = rows;
  if (message) await seeTicket(scope, { id: message.ticket_id });
  else if (scope.actor.profile !== 'admin') refuse('ERR_NO_PERMISSION');
}
