import { type BillReason, billReasons } from '@prosa/contracts/reasons';
import type { IntegrationKey } from '@prosa/contracts/settings';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { type BillLookup, mostOffered } from './bill-dialogue.rules.ts';
import { type Fact, factAbout, isProven, maskedName } from './ownership.rules.ts';
import { asaasBillProvider } from './providers/asaas.ts';
import { type ErpClient, openErpClient } from './providers/erp-client.ts';
import { ixcProvider } from './providers/ixc.ts';
import { mkAuthProvider, type TokenCache } from './providers/mk-auth.ts';
import { type BillCodes, type BillProvider, BillSystemError, type OpenBill } from './providers/port.ts';

/** What a look-up found, before its files are stored. `codes` of the one bill that is to be sent. */
export type LookedUp =
  | { kind: 'bills'; provider: BillProvider['name']; maskedName: string; bills: Array<OpenBill & { codes?: BillCodes }> }
  | { kind: 'none' }
  | { kind: 'unknown' }
  | { kind: 'unproven'; asks?: Fact }
  | { kind: 'failed'; why: BillReason };

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

/**
 * Asks one system after the other until one has open bills of this document. Where one fails and no other has them, the look-up has
 * failed: what is open may stand in the one that did not answer.
 */
async function lookUpBills(providers: BillProvider[], lookup: BillLookup): Promise<LookedUp> {
  const [, ofProvider] = /^([a-z-]+):/.exec(lookup.chosen ?? '') ?? [];
  const asked = ofProvider === undefined ? providers : providers.filter(({ name }) => name === ofProvider);
  if (asked.length === 0) return { kind: 'failed', why: billReasons.notSetUp };
  let otherwise: LookedUp = { kind: 'unknown' };
  for (const provider of asked) {
    const found = await askOne(provider, lookup).catch((error: unknown): LookedUp => {
      if (error instanceof BillSystemError) return { kind: 'failed', why: error.reason };
      throw error;
    });
    if (found.kind === 'bills' || found.kind === 'unproven') return found;
    if (found.kind === 'failed' || (found.kind === 'none' && otherwise.kind === 'unknown')) otherwise = found;
  }
  return otherwise;
}

async function askOne(provider: BillProvider, { document, number, secondFact, chosen }: BillLookup): Promise<LookedUp> {
  const customers = await provider.findCustomers(document);
  if (customers.length === 0) return { kind: 'unknown' };
  const proven = customers.filter((customer) => isProven(customer, number, secondFact)).slice(0, mostRecords);
  const [owner] = proven;
  if (!owner) {
    const asks = customers.flatMap((customer) => factAbout(customer) ?? [])[0];
    return { kind: 'unproven', ...(asks && { asks }) };
  }
  const bills = (await provider.listOpen(proven, document)).toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1));
  if (bills.length === 0) return { kind: 'none' };
  const [only, ...others] = bills;
  const wanted = bills.find(({ id }) => `${provider.name}:${id}` === chosen) ?? (others.length === 0 ? only : undefined);
  const shown = wanted ? [{ ...wanted, codes: await provider.codesOf(wanted) }] : bills.slice(0, mostOffered);
  return { kind: 'bills', provider: provider.name, maskedName: maskedName(owner.name), bills: shown };
}
