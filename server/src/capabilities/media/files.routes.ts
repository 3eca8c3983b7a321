import { filesApi } from '@prosa/contracts/files';
import type { FastifyRequest } from 'fastify';
import { inScope, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type Http, whoCalls } from '../../platform/http/http.ts';
import { serveFile } from '../../platform/http/serve-file.ts';
import { verifyAddress } from '../../platform/http/signed-address.ts';
import { isMediaKey } from '../../platform/storage/storage.ts';
import { findStoredFile, type StoredFile } from './files.queries.ts';

/** Refuses who may not open a file: told by who it was given to, which this capability does not know. */
export type SeeFile = (scope: Scope, mediaId: number) => Promise<void>;

/** Files open to who holds a signed address, which was shown with the message, or to a session that may see the message. */
export function filesRoutes(http: Http, seeFile: SeeFile): void {
  http.routes.push({ endpoint: filesApi.read, policy: 'public' });
  http.app.route({
    method: ['GET', 'HEAD'],
    url: filesApi.read.path,
    handler: async (request, reply) => {
      const { company, shelf, name } = filesApi.read.params.parse(request.params);
      const media = await find(http, request, `${company}/${shelf}/${name}`, seeFile);
      return serveFile(request, reply, { storage: http.platform.storage, ...media });
    },
  });
}

async function find(http: Http, request: FastifyRequest, key: string, seeFile: SeeFile): Promise<StoredFile> {
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
    await seeFile(scope, media.id);
    return media;
  });
}
