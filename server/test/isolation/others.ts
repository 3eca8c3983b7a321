import { createHmac } from 'node:crypto';
import { connectionsApi } from '@prosa/contracts/connections';
import { openBillingTokens } from '../../src/platform/http/billing-token.ts';
import { signers, signingSecret } from '../other-callers.ts';
import { type Call, cloudSecretsOf } from './calls.ts';
import type { Credential } from './rights.ts';
import type { Actor, Crew, StageWorld } from './stage.ts';

const hour = 3_600_000;

/** What payment providers prove themselves by in this world (isolation.test.ts). */
export const hookSecrets = { EFI_WEBHOOK_SECRET: 'what Efí and we share', ASAAS_WEBHOOK_TOKEN: 'what Asaas and we share' };
const asaasProof = { 'asaas-access-token': hookSecrets.ASAAS_WEBHOOK_TOKEN };
const ofEfi = (path: string, secret: string) => (path.startsWith('/hooks/efi') ? `?hmac=${encodeURIComponent(secret)}` : '');
const efiProof = ({ path }: Call) => ofEfi(path, hookSecrets.EFI_WEBHOOK_SECRET);

/** What the connection is called whose token is shown. */
export const callerConnection = 'Integração';

/** Those who call without a person's session: with a billing token, with a connection's token, and by signing what they send. */
export async function otherCallers(world: StageWorld, a: Crew, b: Crew): Promise<Actor[]> {
  const { http, platform } = world.server;
  const pay = ({ user: { id: userId, companyId } }: Crew['admin']) => http.billing.sign({ userId, companyId });
  const old = openBillingTokens(platform.secrets, () => new Date(platform.clock().getTime() - 2 * hour));
  const { id: userId, companyId } = a.admin.user;
  return [
    ofCompany(a, 'billing', 'the payer of A', await pay(a.admin)),
    ofCompany(b, 'billing', 'the payer of B', await pay(b.admin)),
    ofNobody('an expired billing token', await old.sign({ userId, companyId })),
    ofNobody('a billing token of an agent', await pay(a.agent)),
    ofNobody('a billing token of A in the name of B', await http.billing.sign({ userId, companyId: b.admin.user.companyId })),
    ofCompany(a, 'connection', 'a connection of A', await connectionToken(a, callerConnection)),
    ofCompany(b, 'connection', 'a connection of B', await connectionToken(b, callerConnection)),
    ofNobody('a connection that was removed', await removedToken(a)),
    { ...ofCompany(a, 'signed', 'the provider of A'), headers: (call) => ({ ...signed(a, call), ...asaasProof }), query: efiProof },
    { ...ofCompany(b, 'signed', 'the provider of B'), headers: (call) => ({ ...signed(b, call), ...asaasProof }), query: efiProof },
    { ...nobody('a webhook with another secret'), headers: () => ({ 'asaas-access-token': 'x' }), query: ({ path }) => ofEfi(path, 'x') },
    { ...ofCompany(a, 'hook', 'Meta for A'), headers: signedByMeta },
    { ...nobody('a provider that signed another text'), headers: (call) => signed(a, { ...call, body: { contactId: 1 } }) },
    { ...nobody('a provider that nobody knows'), headers: (call) => ({ ...signed(a, call), 'x-provider-account': 'nobody' }) },
  ];
}

const ofCompany = ({ admin }: Crew, credential: Credential, name: string, token = ''): Actor => ({
  name,
  credential,
  token: () => token,
  person: { companyId: admin.user.companyId, userId: admin.user.id, client: admin, rank: { profile: 'admin', super: false } },
});
const ofNobody = (name: string, token: string): Actor => ({ name, credential: 'bad', token: () => token });
const nobody = (name: string): Actor => ({ name, credential: 'none', token: () => '' });

async function connectionToken({ admin }: Crew, name: string): Promise<string> {
  return (await admin.call(connectionsApi.create, { body: { name, provider: 'simulator' } })).token;
}

async function removedToken(crew: Crew): Promise<string> {
  const { id, token } = await crew.admin.call(connectionsApi.create, { body: { name: 'Antiga', provider: 'simulator' } });
  await crew.admin.call(connectionsApi.remove, { params: { id } });
  return token;
}

/** As the provider of the test's own signed call does it (other-callers.ts). */
function signed({ admin }: Crew, { body }: Call): Record<string, string> {
  const account = `account-${admin.user.companyId}`;
  signers.set(account, admin.user.companyId);
  const signature = createHmac('sha256', signingSecret)
    .update(body === undefined ? '' : JSON.stringify(body))
    .digest('hex');
  return { 'x-provider-account': account, 'x-provider-signature': signature };
}

/** With the app secret that every connection of ours has, and none of B's. */
const signedByMeta = ({ body }: Call): Record<string, string> => {
  const signature = createHmac('sha256', cloudSecretsOf('own').appSecret)
    .update(body === undefined ? '' : JSON.stringify(body))
    .digest('hex');
  return { 'x-hub-signature-256': `sha256=${signature}` };
};
