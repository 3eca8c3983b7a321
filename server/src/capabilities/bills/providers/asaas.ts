import { billReasons } from '@prosa/contracts/reasons';
import { z } from 'zod';
import { isSameDocument } from '../document.rules.ts';
import { centsOf, dayOf, textOf } from '../values.rules.ts';
import { believedRows, type ErpClient, field, readJson, readShape, Total } from './erp-client.ts';
import { type BillCustomer, type BillProvider, BillSystemError, type OpenBill } from './port.ts';

type AsaasSettings = { url: string; key: string };

const List = z.object({ data: z.array(z.unknown()), totalCount: Total.optional() });

/** Asaas with the company's own key. What is overdue comes first; what is only pending counts where nothing is overdue. */
export function asaasBillProvider({ url, key }: AsaasSettings, erp: ErpClient): BillProvider {
  const callOf = (path: string) => ({
    step: `asaas ${path.split(/[/?]/)[1] ?? ''}`,
    url: url + path,
    chosenBy: 'operator' as const,
    headers: { access_token: key, accept: 'application/json' },
  });
  async function ask(path: string): Promise<unknown> {
    const call = callOf(path);
    const answer = await erp.ask(call);
    if (answer.status === 401) throw new BillSystemError(billReasons.denied, call.step);
    if (answer.status !== 200) throw new BillSystemError(billReasons.unreadable, call.step);
    return readJson(answer, call.step);
  }
  async function list(path: string, query: Record<string, string>): Promise<unknown[]> {
    const answer = await ask(`/${path}?${new URLSearchParams(query).toString()}`);
    const { data, totalCount } = readShape(List, answer, `asaas ${path}`);
    return believedRows(data, totalCount, `asaas ${path}`);
  }
  async function openBills(customers: BillCustomer[], status: string): Promise<OpenBill[]> {
    const lists = customers.map(({ id }) =>
      list('payments', { customer: id, status, limit: '100' }).then((rows) => rows.flatMap((row) => billOf(row, id))),
    );
    return (await Promise.all(lists)).flat();
  }

  return {
    name: 'asaas',
    findCustomers: async (document) => (await list('customers', { cpfCnpj: document })).flatMap((row) => customerOf(row, document)),
    async listOpen(customers) {
      const overdue = await openBills(customers, 'OVERDUE');
      return overdue.length > 0 ? overdue : openBills(customers, 'PENDING');
    },
    async codesOf({ id, pdfUrl }) {
      const of = (what: string) => ask(`/payments/${encodeURIComponent(id)}/${what}`).catch(() => undefined);
      const [line, pix, pdf] = await Promise.all([of('identificationField'), of('pixQrCode'), pdfUrl === null ? null : file(pdfUrl)]);
      return { line: textOf(field(line, 'identificationField')) ?? null, pixCode: textOf(field(pix, 'payload')) ?? null, pdf };
    },
  };

  /** An address that an answer gave leads nowhere but to the internet, unless it is the service's own. It opens without the key. */
  function file(address: string): Promise<Buffer | null> {
    const isOwn = URL.canParse(address) && new URL(address).origin === new URL(url).origin;
    return erp.file({ step: 'asaas file', url: address, chosenBy: isOwn ? 'operator' : 'company', headers: { accept: 'application/pdf' } });
  }
}

function customerOf(row: unknown, document: string): BillCustomer[] {
  const id = textOf(field(row, 'id'));
  if (id === undefined || field(row, 'deleted') === true || !isSameDocument(textOf(field(row, 'cpfCnpj')) ?? '', document)) return [];
  return [
    {
      id,
      name: textOf(field(row, 'name')) ?? '',
      phones: ['mobilePhone', 'phone'].flatMap((name) => textOf(field(row, name)) ?? []),
      email: textOf(field(row, 'email')) ?? null,
      birthDate: null,
    },
  ];
}

function billOf(row: unknown, customer: string): OpenBill[] {
  const status = textOf(field(row, 'status')) ?? '';
  const owner = textOf(field(row, 'customer')) ?? customer;
  // It ignored the filter: what it left out may be open.
  if (owner !== customer) throw new BillSystemError(billReasons.unreadable, 'asaas payments');
  if (!['PENDING', 'OVERDUE'].includes(status) || field(row, 'deleted') === true) return [];
  const id = textOf(field(row, 'id'));
  const amountCents = centsOf(field(row, 'value'));
  const dueDate = dayOf(field(row, 'dueDate'));
  if (id === undefined || amountCents === undefined || dueDate === undefined)
    throw new BillSystemError(billReasons.unreadable, 'asaas payments');
  return [{ id, amountCents, dueDate, line: null, pixCode: null, pdfUrl: textOf(field(row, 'bankSlipUrl')) ?? null }];
}
