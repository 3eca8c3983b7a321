import { billReasons } from '@prosa/contracts/reasons';
import { z } from 'zod';
import { formatDocument, isSameDocument } from '../document.rules.ts';
import { centsOf, dayOf, textOf } from '../values.rules.ts';
import { believedRows, type ErpClient, field, itemsOf, readJson, readShape, Total } from './erp-client.ts';
import { type BillCustomer, type BillProvider, BillSystemError, type OpenBill } from './port.ts';

type IxcSettings = { url: string; token: string };

/** `registros` is missing where there are none; `total` never is. */
const List = z.object({ total: Total.optional(), registros: z.union([z.array(z.unknown()), z.looseObject({})]).nullish() });

/** IXC Soft. Everything is a POST; what makes it a question is the header `ixcsoft: listar`, so no call is made without it. */
export function ixcProvider({ url, token }: IxcSettings, erp: ErpClient): BillProvider {
  const base = `${url.replace(/\/webservice\/v1\/?$/, '')}/webservice/v1`;
  const callOf = (resource: string, body: Record<string, string>) => ({
    step: `ixc ${resource}`,
    url: `${base}/${resource}`,
    method: 'POST' as const,
    chosenBy: 'company' as const,
    headers: {
      authorization: `Basic ${Buffer.from(token).toString('base64')}`,
      ixcsoft: 'listar',
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify(body),
  });
  async function ask(resource: string, body: Record<string, string>): Promise<unknown> {
    const call = callOf(resource, body);
    const answer = await erp.ask(call);
    if (answer.status === 401) throw new BillSystemError(billReasons.denied, call.step);
    if (answer.status !== 200) throw new BillSystemError(billReasons.unreadable, call.step);
    return readJson(answer, call.step);
  }
  async function list(resource: string, filter: Record<string, string>): Promise<unknown[]> {
    return rowsIn(await ask(resource, { oper: '=', page: '1', rp: '50', ...filter }), `ixc ${resource}`);
  }
  const customersBy = async (query: string, document: string) =>
    (await list('cliente', { qtype: 'cliente.cnpj_cpf', query, sortname: 'cliente.id', sortorder: 'desc' })).flatMap((row) =>
      customerOf(row, document),
    );

  return {
    name: 'ixc',
    async findCustomers(document) {
      // Both are always asked: how many calls there were tells nobody whether the document is known.
      const formatted = await customersBy(formatDocument(document), document);
      const bare = await customersBy(document, document);
      return formatted.length > 0 ? formatted : bare;
    },
    async listOpen(customers) {
      const open = customers.map(({ id }) =>
        list('fn_areceber', {
          qtype: 'fn_areceber.id_cliente',
          query: id,
          sortname: 'fn_areceber.data_vencimento',
          sortorder: 'asc',
          grid_param: onlyOpen,
        }).then((rows) => rows.flatMap((row) => billOf(row, id))),
      );
      return (await Promise.all(open)).flat();
    },
    async codesOf({ id, line }) {
      const asked = { boletos: id, juro: 'N', multa: 'N', atualiza_boleto: 'N', tipo_boleto: 'arquivo', base64: 'S' };
      const [pix, pdf] = await Promise.all([
        ask('get_pix', { id_areceber: id }).catch(() => undefined),
        erp.file(callOf('get_boleto', asked)),
      ]);
      const code = textOf(field(field(field(pix, 'pix'), 'qrCode'), 'qrcode'));
      return { line, pixCode: code ?? null, pdf };
    },
  };
}

const onlyOpen = JSON.stringify([{ TB: 'fn_areceber.status', OP: '=', P: 'A' }]);

/** Errors come as a success: `{type: 'error', message}`. */
function rowsIn(answer: unknown, step: string): unknown[] {
  if (field(answer, 'type') === 'error') throw new BillSystemError(errorIn(answer), step);
  const { total, registros } = readShape(List, answer, step);
  return believedRows(itemsOf(registros), total, step);
}

const errorIn = (answer: unknown) =>
  /token|autentic|permiss|acesso|login|usu[aá]rio/i.test(textOf(field(answer, 'message')) ?? '')
    ? billReasons.denied
    : billReasons.unreadable;

/** A system that ignores the filter must not show us somebody else. */
function customerOf(row: unknown, document: string): BillCustomer[] {
  const id = textOf(field(row, 'id'));
  if (id === undefined || !isSameDocument(textOf(field(row, 'cnpj_cpf')) ?? '', document)) return [];
  const phones = ['telefone_celular', 'whatsapp', 'fone', 'telefone_comercial'].flatMap((name) => textOf(field(row, name)) ?? []);
  return [
    {
      id,
      name: textOf(field(row, 'razao')) ?? textOf(field(row, 'fantasia')) ?? '',
      phones,
      email: textOf(field(row, 'email')) ?? null,
      birthDate: dayOf(field(row, 'data_nascimento')) ?? null,
    },
  ];
}

function billOf(row: unknown, customer: string): OpenBill[] {
  const owner = textOf(field(row, 'id_cliente'));
  const status = textOf(field(row, 'status')) ?? 'A';
  // It ignored the filter: what it left out may be open.
  if (owner !== undefined && owner !== customer) throw new BillSystemError(billReasons.unreadable, 'ixc fn_areceber');
  if (status !== 'A') return [];
  const id = textOf(field(row, 'id'));
  const amountCents = centsOf(field(row, 'valor_aberto')) ?? centsOf(field(row, 'valor'));
  const dueDate = dayOf(field(row, 'data_vencimento'));
  if (id === undefined || amountCents === undefined || dueDate === undefined)
    throw new BillSystemError(billReasons.unreadable, 'ixc fn_areceber');
  return [{ id, amountCents, dueDate, line: textOf(field(row, 'linha_digitavel')) ?? null, pixCode: null, pdfUrl: null }];
}
