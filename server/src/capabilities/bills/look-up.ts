import { type BillReason, billReasons } from '@prosa/contracts/reasons';
import type { IntegrationKey } from '@prosa/contracts/settings';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { type BillLookup, mostOffered, type UnprovenReason } from './bill-dialogue.rules.ts';
import { canBeProven, isProven, maskedName } from './ownership.rules.ts';
import { asaasBillProvider } from './providers/asaas.ts';
import { type ErpClient, openErpClient } from './providers/erp-client.ts';
import { ixcProvider } from './providers/ixc.ts';
import { mkAuthProvider, type TokenCache } from './providers/mk-auth.ts';
import { type BillCodes, type BillCustomer, type BillProvider, BillSystemError, type OpenBill } from './providers/port.ts';

/** What a look-up found, before its files are stored. `codes` of the one bill that is to be sent. */
export type LookedUp =
  | { kind: 'bills'; provider: BillProvider['name']; maskedName: string; bills: Array<OpenBill & { codes?: BillCodes }> }
  | { kind: 'none' }
  | { kind: 'unproven'; why: UnprovenReason }
  | Failed;
type Failed = { kind: 'failed'; why: BillReason };

/** Of so many records with one document the bills are listed. */
const mostRecords = 5;
/** Longer than this no look-up takes, whatever the systems do. */
const lookupSeconds = 30;

type Systems = { outbound: Outbound; asaasUrl: string };

/** All that is needed to ask companies' billing systems; tokens are kept between look-ups. */
export function openBillSystems({ outbound, asaasUrl }: Systems) {
  const tokens: TokenCache = new Map();
  return {
    lookUp(companyId: number, keys: Record<IntegrationKey, string>, lookup: BillLookup): Promise<LookedUp> {
      const erp = openErpClient(outbound, { companyId, deadline: performance.now() + lookupSeconds * 1000 });
      return lookUpBills(configured(companyId, keys, { erp, asaasUrl, tokens }), lookup);
    },
  };
}
export type BillSystems = ReturnType<typeof openBillSystems>;

type Tools = { erp: ErpClient; asaasUrl: string; tokens: TokenCache };

/** The systems that the company has set up, in the order in which they are asked. */
function configured(companyId: number, keys: Record<IntegrationKey, string>, { erp, asaasUrl, tokens }: Tools): BillProvider[] {
  const { ipixc, tokenixc, ipmkauth, clientidmkauth: clientId, clientsecretmkauth: clientSecret, asaas } = keys;
  return [
    ...(ipixc && tokenixc ? [ixcProvider({ url: ipixc, token: tokenixc }, erp)] : []),
    ...(ipmkauth && clientId && clientSecret ? [mkAuthProvider({ url: ipmkauth, clientId, clientSecret }, companyId, erp, tokens)] : []),
    ...(asaas ? [asaasBillProvider({ url: asaasUrl, key: asaas }, erp)] : []),
  ];
}

type Records = { provider: BillProvider; customers: BillCustomer[] };

/**
 * Asks every system for the document, then those whose record is the asker's for its bills, until one has some. A stranger causes
 * the same calls and gets the same answer whether the document is known or not. Where a system fails and no other has open bills,
 * the look-up has failed: what is open may be in the one that did not answer.
 */
async function lookUpBills(providers: BillProvider[], lookup: BillLookup): Promise<LookedUp> {
  const [, ofProvider] = /^([a-z-]+):/.exec(lookup.chosen ?? '') ?? [];
  const asked = ofProvider === undefined ? providers : providers.filter(({ name }) => name === ofProvider);
  if (asked.length === 0) return { kind: 'failed', why: billReasons.notSetUp };
  const found = await Promise.all(asked.map((provider) => orFailed(() => findRecords(provider, lookup))));
  const known = found.flatMap((each) => ('kind' in each ? [] : each));
  let otherwise: LookedUp = found.find((each) => 'kind' in each) ?? { kind: 'unproven', why: whyUnproven(known) };
  for (const records of known) {
    const proven = records.customers.filter((customer) => isProven(customer, lookup.number, lookup.secondFact)).slice(0, mostRecords);
    if (proven.length === 0) continue;
    const bills = await orFailed(() => findBills({ ...records, customers: proven }, lookup));
    if (bills.kind === 'bills') return bills;
    if (bills.kind === 'failed' || otherwise.kind === 'unproven') otherwise = bills;
  }
  return otherwise;
}

async function orFailed<T>(work: () => Promise<T>): Promise<T | Failed> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BillSystemError) return { kind: 'failed', why: error.reason };
    throw error;
  }
}

const findRecords = async (provider: BillProvider, { document }: BillLookup): Promise<Records> => ({
  provider,
  customers: await provider.findCustomers(document),
});

function whyUnproven(known: Records[]): UnprovenReason {
  const customers = known.flatMap((records) => records.customers);
  if (customers.length === 0) return billReasons.unknownDocument;
  return customers.some(canBeProven) ? billReasons.ownership : billReasons.unprovable;
}

async function findBills({ provider, customers }: Records, { document, chosen }: BillLookup): Promise<LookedUp> {
  const bills = (await provider.listOpen(customers, document)).toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1));
  const [only, ...others] = bills;
  if (!only) return { kind: 'none' };
  const wanted = bills.find(({ id }) => `${provider.name}:${id}` === chosen) ?? (others.length === 0 ? only : undefined);
  const shown = wanted ? [{ ...wanted, codes: await provider.codesOf(wanted) }] : bills.slice(0, mostOffered);
  return { kind: 'bills', provider: provider.name, maskedName: maskedName(customers[0]?.name ?? ''), bills: shown };
}
