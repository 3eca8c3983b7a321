import { companiesApi } from '@prosa/contracts/companies';
import { plansApi } from '@prosa/contracts/plans';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../platform/errors.ts';
import { type Http, limit, mountPublic, mountSuper } from '../../platform/http/http.ts';
import { mountOwnOrSuper } from '../../platform/http/own-or-super.ts';
import { clientAddress, isTrustedOf, sourceOf } from '../../platform/http/trusted-proxy.ts';
import { type AddAdmin, signUp } from './companies.actions.ts';
import { scheduleRemoval } from './companies.jobs.ts';
import { listPublicPlans } from './companies.queries.ts';
import { addCompany, changeCompany, changeSchedules, changeSchedulesOf, type RepriceInvoices } from './company-admin.actions.ts';
import { listAllCompanies, listCompanies, readCompany, showCompany } from './company-records.queries.ts';
import { type Retire, removeCompany } from './company-removal.actions.ts';
import { readOverview } from './overview.queries.ts';
import { createPlan, listPlans, removePlan, showPlan, updatePlan } from './plans.actions.ts';

type Given = { addAdmin: AddAdmin; retire: Retire; repriceInvoices: RepriceInvoices };

export function companiesRoutes(http: Http, given: Given): void {
  const isTrusted = isTrustedOf(http.config.TRUST_PROXY);
  const refuseIfClosed = () => (http.config.SIGNUP === 'closed' ? refuse('ERR_SIGNUP_CLOSED') : undefined);
  mountPublic(http, companiesApi.plans, async () => {
    refuseIfClosed();
    return listPublicPlans(http.platform);
  });
  const addressOfCall = (request: FastifyRequest) => sourceOf(clientAddress(request.raw, isTrusted));
  mountPublic(
    http,
    companiesApi.signUp,
    ({ body }, { request }) =>
      signUp(http.platform, body, { zone: http.config.TZ_DEFAULT, address: addressOfCall(request) }, given.addAdmin),
    {
      before: async (request) => {
        refuseIfClosed();
        await limit(http, 'signUp', addressOfCall(request));
      },
    },
  );
  adminRoutes(http, given);
  plansRoutes(http);
}

function adminRoutes(http: Http, { addAdmin, retire, repriceInvoices }: Given): void {
  const zone = http.config.TZ_DEFAULT;
  mountSuper(http, companiesApi.list, (platform, { query }) => listCompanies(platform, query));
  mountSuper(http, companiesApi.all, (platform) => listAllCompanies(platform));
  mountSuper(http, companiesApi.overview, (platform, { query }) => readOverview(platform, query));
  mountOwnOrSuper(http, companiesApi.show, 'company:manage', {
    companyOf: ({ params }) => params.id,
    own: ({ tx }, { params }) => readCompany(tx, params.id),
    other: (platform, { params }) => showCompany(platform, params.id),
  });
  mountSuper(http, companiesApi.create, (platform, { body }, who) => addCompany(platform, who, body, zone, addAdmin));
  mountSuper(http, companiesApi.update, (platform, { params, body }, who) =>
    changeCompany(platform, who, params.id, body, repriceInvoices),
  );
  mountOwnOrSuper(http, companiesApi.schedules, 'company:manage', {
    companyOf: ({ params }) => params.id,
    own: (scope, { body }) => changeSchedules(scope, body.schedules),
    other: (platform, { params, body }, who) => changeSchedulesOf(platform, who, params.id, body.schedules),
  });
  mountSuper(http, companiesApi.remove, async (platform, { params, body }, who) => {
    await removeCompany(platform, who, { id: params.id, name: body.name }, retire, scheduleRemoval);
    return { message: 'Company deleted' };
  });
}

function plansRoutes(http: Http): void {
  mountSuper(http, plansApi.all, (platform) => listPlans(platform));
  mountSuper(http, plansApi.show, (platform, { params }) => showPlan(platform, params.id));
  mountSuper(http, plansApi.create, (platform, { body }, who) => createPlan(platform, who, body));
  mountSuper(http, plansApi.update, (platform, { params, body }, who) => updatePlan(platform, who, params.id, body));
  mountSuper(http, plansApi.remove, async (platform, { params }, who) => {
    await removePlan(platform, who, params.id);
    return { message: 'Plan deleted' };
  });
}
