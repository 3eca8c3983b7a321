import { type Company, CompanyInput, type CompanyUsage, companiesApi, type Plan } from '@prosa/contracts/companies';
import type { RequestOf } from '@prosa/contracts/kit';
import { paymentsApi } from '@prosa/contracts/payments';
import type { WorkingHours } from '@prosa/contracts/working-hours';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../platform/api/api.ts';
import type { Filled } from '../../platform/forms/draft.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useCan, useSession } from '../../platform/session/session.tsx';

/** Companies are looked up now and then: live events stay within a company. */
const lookInterval = 30_000;

export const companies: Records<Company> = {
  key: ['companies'],
  fetchPage: async (query) => {
    const { companies: items, ...rest } = await call(companiesApi.list, { query });
    return { items, ...rest };
  },
  compare: (a, b) => b.id - a.id,
  isFound: ({ name, email }, search) => `${name}\n${email}`.toLowerCase().includes(search),
  useNews: () => undefined,
  refetchInterval: () => lookInterval,
  remove: (id, { name }) => call(companiesApi.remove, { params: { id }, body: { name } }),
};

export const usages: Records<CompanyUsage> = {
  key: ['company-usages'],
  fetchPage: async (query) => {
    const { companies: items, count, hasMore } = await call(companiesApi.overview, { query });
    return { items, count, hasMore };
  },
  compare: (a, b) => b.id - a.id,
  isFound: ({ name }, search) => name.toLowerCase().includes(search),
  useNews: () => undefined,
  refetchInterval: () => lookInterval,
};

export const useTotals = () =>
  useQuery({
    queryKey: ['company-totals'],
    queryFn: async () => (await call(companiesApi.overview, { query: {} })).totals,
    refetchInterval: lookInterval,
  });

/** The form takes passwords of 5 to 50 letters; the call would take longer ones. */
export const NewCompanyForm = CompanyInput.extend({
  password: CompanyInput.shape.password.max(50, 'tooLong'),
  planId: z.number().int().min(1, 'required'),
});
export const CompanyForm = NewCompanyForm.omit({ password: true }).extend({ password: z.string() });
export type CompanyValues = Filled<z.input<typeof NewCompanyForm>>;

export const createCompany = (body: z.output<typeof NewCompanyForm>) => call(companiesApi.create, { body });
export const updateCompany = (id: number, body: RequestOf<typeof companiesApi.update>['body']) =>
  call(companiesApi.update, { params: { id }, body });

export const confirmPayment = (invoiceId: number) => call(paymentsApi.confirm, { params: { id: invoiceId } });

export const useCompany = (id: number) =>
  useQuery({ queryKey: ['company', id], queryFn: () => call(companiesApi.show, { params: { id } }) });

/** Saves the hours; lists that show the company learn of them. */
export function useSaveHours(id: number) {
  const queryClient = useQueryClient();
  return async (schedules: WorkingHours[]) => {
    const saved = await call(companiesApi.schedules, { params: { id }, body: { schedules } });
    queryClient.setQueryData(['company', id], saved);
    return saved;
  };
}

/** The plan of the own company, for who may see it. No event tells of another plan, so each visit of a page asks again. */
export function useOwnPlan(): Plan | undefined {
  const { companyId } = useSession().user;
  const enabled = useCan('company:manage');
  const queryFn = () => call(companiesApi.show, { params: { id: companyId } });
  return useQuery({ queryKey: ['company', companyId], queryFn, enabled, staleTime: 0 }).data?.plan;
}
