import { Done, endpoint, id, idText } from '@prosa/contracts/kit';
import { z } from 'zod';
import { connectionCaller } from '../src/capabilities/connections/connection-caller.ts';
import { sql } from '../src/platform/database/database.ts';
import type { Scope } from '../src/platform/database/scope.ts';
import { refuse } from '../src/platform/errors.ts';
import { mountBilling, mountFor } from '../src/platform/http/callers.ts';
import { type Http, mountPublic } from '../src/platform/http/http.ts';
import { isSignedWith, signedBy } from '../src/platform/http/signed-webhook.ts';

/** Calls of every kind of caller that no product call has yet, mounted by tests alone. */

const Seen = z.object({ companyId: z.int(), who: z.string(), name: z.string() });
const params = z.object({ contactId: idText('contact') });
export const otherApi = {
  byConnection: endpoint('GET', '/other/connection/:contactId', { params, reply: Seen }),
  writeByConnection: endpoint('POST', '/other/connection', { body: z.object({ contactId: id('contact') }), reply: Seen }),
  byPayer: endpoint('GET', '/other/payer/:contactId', { params, reply: Seen }),
  writeByPayer: endpoint('POST', '/other/payer', { body: z.object({ contactId: id('contact') }), reply: Seen }),
  bySigner: endpoint('POST', '/other/signed', { body: z.object({ contactId: id('contact') }), reply: Seen }),
  byNobody: endpoint('POST', '/other/public', { body: z.object({ text: z.string() }), reply: Done }),
};

export const signingSecret = 'a secret that a provider and we share';
/** Companies by the name a provider knows them by. */
export const signers = new Map<string, number>();
/** What the calls have done, by who made them. */
export const effects: string[] = [];

async function touch(scope: Scope, contactId: number, who: string): Promise<z.input<typeof Seen>> {
  const { rows } = await scope.tx.execute<{ name: string }>(
    sql`update contacts set updated_at = now() where company_id = current_company() and id = ${contactId} returning name`,
  );
  const { name } = rows[0] ?? refuse('ERR_NO_CONTACT_FOUND');
  effects.push(who);
  return { companyId: scope.companyId, who, name };
}

export function mountOtherCallers(http: Http): void {
  mountFor(http, otherApi.byConnection, connectionCaller, (scope, input, { who }) =>
    touch(scope, input.params.contactId, `connection ${who.connectionId}`),
  );
  mountFor(http, otherApi.writeByConnection, connectionCaller, (scope, { body }, { who }) =>
    touch(scope, body.contactId, `connection ${who.connectionId}`),
  );
  const payer = ({ actor }: Scope) => (actor.userId === undefined ? 'payer' : `user ${actor.userId}`);
  mountBilling(http, otherApi.byPayer, 'settings:manage', (scope, input) => touch(scope, input.params.contactId, payer(scope)));
  mountBilling(http, otherApi.writeByPayer, 'settings:manage', (scope, { body }) => touch(scope, body.contactId, payer(scope)));
  const signer = signedBy(async ({ headers, rawBody }) => {
    const companyId = signers.get(String(headers['x-provider-account']));
    const isRight = isSignedWith(signingSecret, rawBody, headers['x-provider-signature']);
    return companyId !== undefined && isRight ? { companyId, name: 'provider', who: {} } : undefined;
  });
  mountFor(http, otherApi.bySigner, signer, (scope, { body }) => touch(scope, body.contactId, 'signer'));
  mountPublic(http, otherApi.byNobody, async ({ body }) => {
    if (body.text === 'no') refuse('ERR_CONFLICT');
    effects.push(body.text);
    return { message: `done ${effects.length}` };
  });
}
