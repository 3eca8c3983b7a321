import { filesApi } from '@prosa/contracts/files';
import type { FastifyRequest } from 'fastify';
import type { FileOwner } from '../../platform/database/file-owners.ts';
import { type Actor, inScope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { authenticate, type Http } from '../../platform/http/http.ts';
import { serveFile } from '../../platform/http/serve-file.ts';
import { verifyAddress } from '../../platform/http/signed-address.ts';
import { companyOfMediaKey, isMediaKey } from '../../platform/storage/storage.ts';
import { findStoredFile, mayOpenFile, type StoredFile } from './files.queries.ts';

/** Files open to who holds a signed address, which was shown with what they belong to, or to a session that may see that. */
export function filesRoutes(http: Http, owners: FileOwner[], path = filesApi.read.path): void {
  http.routes.push({ endpoint: { ...filesApi.read, path }, policy: 'public' });
  http.app.route({
    method: ['GET', 'HEAD'],
    url: path,
    handler: async (request, reply) => {
      const { company, shelf, name } = filesApi.read.params.parse(request.params);
      const media = await find(http, owners, request, `${company}/${shelf}/${name}`);
      return serveFile(request, reply, { storage: http.platform.storage, ...media });
    },
  });
}

async function find(http: Http, owners: FileOwner[], request: FastifyRequest, key: string): Promise<StoredFile> {
  if (!isMediaKey(key)) refuse('ERR_NO_FILE_FOUND');
  const signed = verifyAddress(http.platform.secrets, { key, query: request.query }, http.platform.clock());
  if (signed) return (await findFor(http, owners, signed.companyId, key)) ?? refuse('ERR_NO_FILE_FOUND');
  if (!request.headers.authorization) refuse('ERR_NO_FILE_FOUND');
  const caller = await authenticate(http, request);
  const { own, asker } = await inScope(http.platform, caller, async (scope) => {
    const media = await findStoredFile(scope, owners, key);
    if (media && !(await mayOpenFile(scope, owners, media))) refuse('ERR_NO_PERMISSION');
    return { own: media, asker: scope.actor };
  });
  const companyId = companyOfMediaKey(key);
  if (own || companyId === caller.companyId) return own ?? refuse('ERR_NO_FILE_FOUND');
  // It lies with another company, which may have meant it for everybody.
  const open = owners.filter(({ everyCompany }) => everyCompany);
  const theirs = open.length > 0 ? await findFor(http, open, companyId, key, asker) : undefined;
  return theirs && theirs.shownBy.length > 0 ? theirs : refuse('ERR_NO_FILE_FOUND');
}

const findFor = (http: Http, owners: FileOwner[], companyId: number, key: string, asker?: Actor) =>
  inScope(http.platform, { companyId, visitor: 'files' }, (scope) => findStoredFile(scope, owners, key, asker));
