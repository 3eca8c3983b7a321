import { companiesApi } from '@prosa/contracts/companies';
import { type Http, limit, mountPublic } from '../../platform/http.ts';
import { type AddAdmin, signUp } from './companies.actions.ts';
import { listPublicPlans } from './companies.queries.ts';

export function companiesRoutes(http: Http, addAdmin: AddAdmin): void {
  mountPublic(http, companiesApi.plans, () => listPublicPlans(http.platform));
  mountPublic(http, companiesApi.signUp, async ({ body }, { request }) => {
    await limit(http, 'signUp', request.ip);
    return signUp(http.platform, body, { zone: http.config.TZ_DEFAULT, address: request.ip }, addAdmin);
  });
}
