import type { Endpoint, InputOf } from '@prosa/contracts/kit';
import { type Policy, satisfies } from '@prosa/contracts/permissions';
import type { FastifyRequest } from 'fastify';
import { inScope, type Scope } from '../database/scope.ts';
import { refuse } from '../errors.ts';
import type { AccessClaims } from './access-token.ts';
import { type Call, type Http, inputOf, type MountOptions, mountWith, type Reply } from './http.ts';
import type { Upload } from './uploads.ts';

type Steps<E extends Endpoint, Found, Heard> = {
  /** In a scope of its own, which ends before `talk` begins. The caller's rights and the input were checked. */
  read(scope: Scope, input: InputOf<E>): Promise<Found>;
  /**
   * Outside every scope: with a channel, the storage, the limiter. It may run again for the same request, and answers rather than
   * refuses.
   */
  talk(found: Found, call: { caller: AccessClaims; input: InputOf<E>; uploads: Upload[]; request: FastifyRequest }): Promise<Heard>;
  /** In the scope that changes things and answers. What `read` found may have changed since. */
  write(scope: Scope, input: InputOf<E>, heard: Heard, call: Call): Reply<E>;
};

/** Serve one endpoint whose work has to talk to somebody else than the database: between two scopes, never inside one. */
export function mountInSteps<E extends Endpoint, Found, Heard>(
  http: Http,
  endpoint: E,
  policy: Exclude<Policy, 'public'>,
  { read, talk, write }: Steps<E, Found, Heard>,
  options: MountOptions = {},
): void {
  mountWith<E, { uploads: Upload[]; heard: Heard }>(
    http,
    endpoint,
    policy,
    (scope, input, call) => write(scope, input, call.heard, call),
    async (caller, sent, uploads, request) => {
      const { input, found } = await inScope(http.platform, caller, async (scope) => {
        if (!satisfies(scope.actor, policy)) refuse('ERR_NO_PERMISSION');
        const checked = inputOf(endpoint, sent);
        return { input: checked, found: await read(scope, checked) };
      });
      return { uploads, heard: await talk(found, { caller, input, uploads, request }) };
    },
    options,
  );
}
