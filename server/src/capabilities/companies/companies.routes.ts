import { companiesApi } from '@prosa/contracts/companies';
import { type Http, limit, mountPublic } from '../../platform/http/http.ts';
import { clientAddress, isTrustedOf, sourceOf } from '../../platform/http/trusted-proxy.ts';
import { type AddAdmin, signUp } from './companies.actions.ts';
import { listPublicPlans } from './companies.queries.ts';

export function companiesRoutes(http: Http, addAdmin: AddAdmin): void {
  const isTrusted = isTrustedOf(http.config.TRUST_PROXY);
  mountPublic(http, companiesApi.plans, () => listPublicPlans(http.platform));
  mountPublic(http, companiesApi.signUp, async ({ body }, { request }) => {
    const address = sourceOf(clientAddress(request.raw, isTrusted));
    await limit(http, 'signUp', address);
    return signUp(http.platform, body, { zone: http.config.TZ_DEFAULT, address }, addAdmin);
  });
}
