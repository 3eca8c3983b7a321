import { createHash } from 'node:crypto';
import { billReasons } from '@prosa/contracts/reasons';
import { z } from 'zod';
import { isSameDocument } from '../document.rules.ts';
import { centsOf, dayOf, textOf } from '../values.rules.ts';
import { type ErpClient, field, itemsOf, readJson, readShape } from './erp-client.ts';
import { type BillCustomer, type BillProvider, BillSystemError, type OpenBill } from './port.ts';

type MkAuthSettings = { url: string; clientId: string; clientSecret: string };
/** Tokens of all companies, in memory alone. */
export type TokenCache = Map<string, { token: string; until: number }>;

const items = z.union([z.array(z.unknown()), z.looseObject({})]);
/** The provider reports an empty result as `NULL`, an empty list, a message, or an address that older versions do not know. */
const NotFound = z
  .union([z.null(), z.tuple([]), z.object({ mensagem: z.string().regex(/n[ãa]o.*encontrad|nenhum/i) })])
  .transform(() => undefined);
const Customers = z.union([z.object({ clientes: items }), NotFound]);
const Titles = z.union([z.object({ titulos: items }), NotFound]);
/** Versions differ in whether the customer is wrapped; each has its document or its titles. */
const Person = z.union([z.looseObject({ cpf_cnpj: z.string() }), z.looseObject({ titulos: items })]);
const Shown = z.union([z.object({ dados_cliente: z.union([Person, z.array(Person), NotFound]) }), Person, z.array(Person), NotFound]);

const tokenSeconds = 540;
const maxTokens = 1_000;

/** MK-Auth: filters are part of the path, and its versions differ in where they put the titles of a customer. */
export function mkAuthProvider(settings: MkAuthSettings, companyId: number, erp: ErpClient, tokens: TokenCache): BillProvider {
  const { url, clientId, clientSecret } = settings;
  const base = `${url.replace(/\/api\/?$/, '')}/api`;
  const key = createHash('sha256')
    .update(JSON.stringify([companyId, url, clientId, clientSecret]))
    .digest('base64');

  async function newToken(): Promise<string> {
    const step = 'mk-auth token';
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const { status, text } = await erp.ask({ step, url: `${base}/`, chosenBy: 'company', headers: { authorization } });
    if (status === 401) throw new BillSystemError(billReasons.denied, step);
    const token = text.replace(/^"|"$/g, '');
    if (status !== 200 || !/^[\w.+/=-]{8,4096}$/.test(token)) throw new BillSystemError(billReasons.unreadable, step);
    tokens.delete(key);
    const [oldest] = tokens.keys();
    if (tokens.size >= maxTokens && oldest !== undefined) tokens.delete(oldest);
    tokens.set(key, { token, until: performance.now() + tokenSeconds * 1000 });
    return token;
  }
  async function ask(path: string): Promise<unknown> {
    const [, step = ''] = /^\/(\w+\/\w+)/.exec(path) ?? [];
    const get = (token: string) =>
      erp.ask({
        step: `mk-auth ${step}`,
        url: base + path,
        chosenBy: 'company',
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      });
    const before = keptIn(tokens, key);
    let answer = await get(before ?? (await newToken()));
    if (answer.status === 401 && before !== undefined) answer = await get(await newToken());
    if (answer.status === 401) throw new BillSystemError(billReasons.denied, `mk-auth ${step}`);
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw new BillSystemError(billReasons.unreadable, `mk-auth ${step}`);
    return readJson(answer, `mk-auth ${step}`);
  }
  async function show(document: string): Promise<unknown[]> {
    const found = readShape(Shown, await ask(`/cliente/show/${document}`), 'mk-auth cliente/show');
    const data = field(found, 'dados_cliente') ?? found;
    return Array.isArray(data) ? data : [data];
  }

  return {
    name: 'mk-auth',
    async findCustomers(document) {
      // The second is asked whatever the first says: how many calls there were tells nobody whether the document is known.
      const listed = await ask(`/cliente/listar/pagina=1&cpf_cnpj=${document}&limite=10`);
      const shown = await show(document);
      const rows = itemsOf(readShape(Customers, listed, 'mk-auth cliente/listar')?.clientes);
      const known = rows.flatMap((row) => customerOf(row, document));
      return known.length > 0 ? known : shown.flatMap((row) => customerOf(row, document));
    },
    async listOpen(_customers, document) {
      const found = readShape(Titles, await ask(`/titulo/titulos/${document}`), 'mk-auth titulos');
      const titles = listedTitles(found?.titulos);
      if (titles.length > 0) return titles.flatMap(billOf);
      const shown = await show(document);
      return shownTitles(shown, document, found !== undefined).flatMap(billOf);
    },
    // Its page of a bill is one of HTML, and opens to whoever knows the number: no file.
    codesOf: async ({ line, pixCode }) => ({ line, pixCode, pdf: null }),
  };
}

function keptIn(tokens: TokenCache, key: string): string | undefined {
  const known = tokens.get(key);
  return known && known.until > performance.now() ? known.token : undefined;
}

function listedTitles(given: unknown): unknown[] {
  const titles = itemsOf(given);
  if (titles.every((row) => textOf(field(row, 'status')) !== undefined)) return titles;
  throw new BillSystemError(billReasons.unreadable, 'mk-auth titulos');
}

/** Older versions show one title with the customer. Where no call knows a customer that was found before, that is no empty list. */
function shownTitles(shown: unknown[], document: string, isListed: boolean): unknown[] {
  if (isListed || shown.some((row) => customerOf(row, document).length > 0)) return shown.flatMap((row) => itemsOf(field(row, 'titulos')));
  throw new BillSystemError(billReasons.unreadable, 'mk-auth titulos');
}

const phoneFields = ['celular', 'celular2', 'fone', 'telefone', 'telefone2', 'whatsapp'];

/** Older versions show the customer inside the title. */
function customerOf(given: unknown, document: string): BillCustomer[] {
  const [title] = itemsOf(field(given, 'titulos'));
  const first = (name: string) => textOf(field(given, name)) ?? textOf(field(title, name));
  if (!isSameDocument(first('cpf_cnpj') ?? '', document)) return [];
  return [
    {
      id: first('uuid_cliente') ?? first('uuid') ?? document,
      name: first('nome') ?? '',
      phones: phoneFields.flatMap((name) => first(name) ?? []),
      email: first('email') ?? null,
      birthDate: dayOf(first('nascimento') ?? first('data_nasc')) ?? null,
    },
  ];
}

const open = ['aberto', 'vencido'];

function billOf(row: unknown): OpenBill[] {
  const id = textOf(field(row, 'titulo')) ?? textOf(field(row, 'id'));
  if (!open.includes((textOf(field(row, 'status')) ?? '').toLowerCase())) return [];
  const amountCents = centsOf(field(row, 'valor'));
  const dueDate = dayOf(field(row, 'datavenc'));
  if (id === undefined || amountCents === undefined || dueDate === undefined)
    throw new BillSystemError(billReasons.unreadable, 'mk-auth titulos');
  const pixCode = textOf(field(row, 'pix')) ?? textOf(field(row, 'qrcode')) ?? null;
  return [{ id, amountCents, dueDate, line: textOf(field(row, 'linhadig')) ?? null, pixCode, pdfUrl: null }];
}
