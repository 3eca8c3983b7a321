import { billReasons } from '@prosa/contracts/reasons';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openLoopbackAsaas } from '../../../test/loopback-erp/asaas.ts';
import { openLoopbackIxc } from '../../../test/loopback-erp/ixc.ts';
import { openLoopbackMkAuth } from '../../../test/loopback-erp/mk-auth.ts';
import { type Debtor, samplePdf } from '../../../test/loopback-erp/serve.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import type { BillLookup } from './bill-dialogue.rules.ts';
import { openBillSystems } from './look-up.ts';

const ixc = await openLoopbackIxc();
const mk = await openLoopbackMkAuth();
const olderMk = await openLoopbackMkAuth({ older: true });
const asaas = await openLoopbackAsaas();
const all = [ixc, mk, olderMk, asaas];
afterAll(() => Promise.all(all.map((each) => each.close())));

const document = '52998224725';
const number = '5511987654321';
const line = '23793.38128 60000.000003 00000.000400 1 84340000012345';
const lucia: Debtor = {
  document,
  name: 'Lúcia de Souza',
  phone: '(11) 98765-4321',
  email: 'lucia@example.com',
  birthDate: '1990-02-01',
  bills: [
    { id: 'new', amount: '80.00', due: '2026-12-10', line, isPaid: true },
    { id: '701', amount: '1234.56', due: '2026-11-10', line, pix: '00020126PIX', hasPdf: true },
  ],
};

beforeEach(() => {
  for (const erp of all) {
    Object.assign(erp.weather, {
      delay: 0,
      hangs: false,
      always: undefined,
      only: undefined,
      redirectsTo: undefined,
      floods: 0,
      breaksNext: 0,
    });
    erp.calls.splice(0);
    erp.debtors.splice(0, erp.debtors.length, structuredClone(lucia));
    erp.sent.bytes = 0;
  }
});

const allow = all.map(({ host }) => host);
const unset = { ipixc: '', tokenixc: '', ipmkauth: '', clientidmkauth: '', clientsecretmkauth: '', asaas: '' };
const atIxc = { ...unset, ipixc: ixc.url, tokenixc: ixc.token };
const atMk = (server = mk) => ({
  ...unset,
  ipmkauth: server.url,
  clientidmkauth: server.credentials.clientId,
  clientsecretmkauth: server.credentials.clientSecret,
});
const atAsaas = { ...unset, asaas: asaas.key };
const newSystems = () => openBillSystems({ outbound: createOutbound({ allow }), asaasUrl: asaas.base });
const asked: BillLookup = { document, number, secondFact: null, chosen: null };
const lookUp = (keys: typeof unset, over: Partial<BillLookup> = {}, systems = newSystems()) =>
  systems.lookUp(1, keys, { ...asked, ...over });
const unproven = (why: string) => ({ kind: 'unproven', why });
const failed = (why: string) => ({ kind: 'failed', why });

const systems = [
  ['IXC', atIxc, ixc, 'ixc'],
  ['MK-Auth', atMk(), mk, 'mk-auth'],
  ['an older MK-Auth', atMk(olderMk), olderMk, 'mk-auth'],
  ['Asaas', atAsaas, asaas, 'asaas'],
] as const;

describe.each(systems)('%s', (_name, keys, erp, provider) => {
  test('the open bill of who asks from a number of the record, with its codes', async () => {
    const hasPdf = provider !== 'mk-auth';
    expect(await lookUp(keys)).toMatchObject({
      kind: 'bills',
      provider,
      maskedName: 'L*** S***',
      bills: [
        { id: '701', amountCents: 123_456, dueDate: '2026-11-10', codes: { line, pixCode: '00020126PIX', pdf: hasPdf ? samplePdf : null } },
      ],
    });
  });

  test('a document that it does not know', async () => {
    expect(await lookUp(keys, { document: '11222333000181' })).toEqual(unproven(billReasons.unknownDocument));
  });

  test('from another number the bills are told to nobody who does not know the second fact', async () => {
    const strange = { number: '5521912345678' };
    expect(await lookUp(keys, strange)).toEqual(unproven(billReasons.ownership));
    expect(erp.calls.map(({ path }) => path).join()).not.toMatch(/areceber|titulos|payments/);
    for (const secondFact of ['02/02/1990', 'Lúcia de Souza'])
      expect(await lookUp(keys, { ...strange, secondFact })).toEqual(unproven(billReasons.ownership));
    for (const secondFact of provider === 'asaas' ? ['LUCIA@example.com'] : ['01/02/1990', 'lucia@example.com'])
      expect(await lookUp(keys, { ...strange, secondFact })).toMatchObject({ kind: 'bills' });
  });

  test('a stranger causes the same calls whether the document is known or not', async () => {
    const callsFor = async (over: Partial<BillLookup>) => {
      const kept = newSystems();
      erp.calls.splice(0);
      await lookUp(keys, { number: '5521912345678', ...over }, kept);
      return erp.calls.map(({ method, path }) => `${method} ${path.replace(/=?\d{11,14}/, '')}`);
    };
    const unknown = '11222333000181';
    for (const secondFact of [null, '02/02/1990', 'x@example.com'])
      expect(await callsFor({ secondFact })).toEqual(await callsFor({ secondFact, document: unknown }));
  });

  test('a record with a name alone proves nothing, whatever is said', async () => {
    for (const each of erp.debtors) Object.assign(each, { email: undefined, birthDate: undefined });
    for (const secondFact of [null, 'Lúcia de Souza', '***'])
      expect(await lookUp(keys, { number: '5521912345678', secondFact })).toEqual(unproven(billReasons.unprovable));
  });

  test.each([
    ['an empty body', ''],
    ['white space', ' \r\n'],
    ['no object', '"ok"'],
    ['an empty object', '{}'],
    ['another object', '{"status":"ok"}'],
    ['a list of null', '{"page":"1","registros":null,"data":null,"clientes":null,"titulos":null}'],
    ['a list of nothing without a total', '{"page":"1","registros":[],"data":[]}'],
    ['nothing of a total of three', '{"page":"1","total":"3","totalCount":3,"hasMore":false,"registros":[],"data":[]}'],
    ['a message that is no answer', '{"mensagem":"erro interno"}'],
  ])('%s with status 200 is a failure, for the document and for the bills', async (_what, body) => {
    erp.weather.only = /listar|cliente|customers/;
    erp.weather.always = { type: 'application/json', body };
    expect(await lookUp(keys)).toEqual(failed(billReasons.unreadable));
    erp.weather.only = /areceber|titulos|payments/;
    // An older MK-Auth shows bills with the customer.
    if (erp !== olderMk) expect(await lookUp(keys)).toEqual(failed(billReasons.unreadable));
  });

  test('nothing open', async () => {
    for (const each of erp.debtors) each.bills = [];
    expect(await lookUp(keys)).toEqual({ kind: 'none' });
  });

  test('one that breaks off once is asked again; one that stays away has not answered', async () => {
    erp.weather.breaksNext = 1;
    expect(await lookUp(keys)).toMatchObject({ kind: 'bills' });
    erp.weather.breaksNext = 100;
    expect(await lookUp(keys)).toEqual(failed(billReasons.unreachable));
  });

  test.each([
    ['a page of HTML', { body: '<html>erro</html>' }, billReasons.unreadable],
    ['half an answer', { body: '{"registros": [' }, billReasons.unreadable],
    ['a server error', { status: 500, body: 'SQLSTATE' }, billReasons.unreachable],
    ['a closed door', { status: 401, body: {} }, billReasons.denied],
    ['a forbidden one', { status: 403, body: {} }, billReasons.denied],
  ])('%s is a failure in words of ours', async (_what, always, why) => {
    erp.weather.always = always;
    expect(await lookUp(keys)).toEqual(failed(why));
  });

  test('it is followed nowhere', async () => {
    erp.weather.redirectsTo = 'http://169.254.169.254/latest/meta-data';
    expect(await lookUp(keys)).toEqual(failed(billReasons.refused));
    expect(erp.calls).toHaveLength(1);
  });

  test('of 50 MB no more is taken than was agreed', async () => {
    erp.weather.floods = 50 * 2 ** 20;
    expect(await lookUp(keys)).toEqual(failed(billReasons.unreadable));
    // What the sockets between us hold beyond the megabyte.
    expect(erp.sent.bytes).toBeLessThan(12 * 2 ** 20);
  });

  test('an address inside is not called unless the operator allows it', async () => {
    const guarded = openBillSystems({ outbound: createOutbound(), asaasUrl: 'http://10.0.0.1/v3' });
    expect(await lookUp(keys, {}, guarded)).toEqual(failed(billReasons.refused));
    expect(erp.calls).toEqual([]);
  });
});

test('IXC: every call says that it only reads, with the whole token in base64', async () => {
  await lookUp(atIxc);
  expect(ixc.calls.length).toBeGreaterThanOrEqual(4);
  for (const { headers, method } of ixc.calls)
    expect([method, headers.ixcsoft, headers.authorization]).toEqual([
      'POST',
      'listar',
      `Basic ${Buffer.from(ixc.token).toString('base64')}`,
    ]);
  expect(ixc.created).toEqual([]);
});

test('IXC: an error that comes as a success, the address with its path, and a list of several', async () => {
  ixc.weather.always = { body: { type: 'error', message: 'Token inválido para LUCIA' } };
  expect(await lookUp(atIxc)).toEqual(failed(billReasons.denied));
  ixc.weather.always = { body: { type: 'error', message: 'campo inexistente' } };
  expect(await lookUp(atIxc)).toEqual(failed(billReasons.unreadable));
  ixc.weather.always = undefined;
  expect(await lookUp({ ...atIxc, ipixc: `${ixc.url}/webservice/v1` })).toMatchObject({ kind: 'bills' });
  const bills = Array.from({ length: 12 }, (_, place) => ({
    id: `${place + 1}`,
    amount: '1.234,50',
    due: `2026-${String(12 - place).padStart(2, '0')}-01`,
    line,
  }));
  ixc.debtors[0] = { ...lucia, bills };
  const found = await lookUp(atIxc);
  expect(found.kind === 'bills' && found.bills.map(({ id, amountCents, codes }) => [id, amountCents, codes])).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((id) => [String(id), 123_450, undefined]),
  );
  expect(await lookUp(atIxc, { chosen: 'ixc:4' })).toMatchObject({ bills: [{ id: '4', codes: { line, pixCode: null, pdf: null } }] });
});

test('MK-Auth: one token serves until it is refused, then another one once', async () => {
  const kept = newSystems();
  const tokenCalls = () => mk.paths().filter((path) => path === '/api/').length;
  await lookUp(atMk(), {}, kept);
  await lookUp(atMk(), {}, kept);
  expect(tokenCalls()).toBe(1);
  mk.forgetTokens();
  expect(await lookUp(atMk(), {}, kept)).toMatchObject({ kind: 'bills' });
  expect(tokenCalls()).toBe(2);
  await kept.lookUp(2, atMk(), asked);
  expect(tokenCalls()).toBe(3);
  expect(await lookUp({ ...atMk(), clientsecretmkauth: 'outro' }, {}, kept)).toEqual(failed(billReasons.denied));
});

test('Asaas: what is pending counts where nothing is overdue; a code that it has not is left out', async () => {
  const pending = { id: 'p1', amount: '50', due: '2026-12-20', pix: '00020126B' };
  asaas.debtors[0] = { ...lucia, bills: [pending, { id: 'o1', amount: '70', due: '2026-10-20', isOverdue: true, line }] };
  expect(await lookUp(atAsaas)).toMatchObject({ bills: [{ id: 'o1', amountCents: 7_000, codes: { line, pixCode: null, pdf: null } }] });
  asaas.debtors[0] = { ...lucia, bills: [pending] };
  expect(await lookUp(atAsaas)).toMatchObject({ bills: [{ id: 'p1', codes: { line: null, pixCode: '00020126B' } }] });
});

test('a system that ignores the filter shows nobody else', async () => {
  ixc.weather.always = {
    body: { total: '1', registros: [{ id: '9', razao: 'Outra Pessoa', cnpj_cpf: '111.444.777-35', telefone_celular: number }] },
  };
  expect(await lookUp(atIxc)).toEqual(unproven(billReasons.unknownDocument));
  ixc.weather.only = /areceber/;
  ixc.weather.always = {
    body: { total: '1', registros: [{ id: '1', id_cliente: '99', valor: '5.00', data_vencimento: '2026-11-10', status: 'A' }] },
  };
  expect(await lookUp(atIxc)).toEqual(failed(billReasons.unreadable));
});

describe('several systems', () => {
  const both = { ...atIxc, asaas: asaas.key };
  test('are asked in turn until one has the bill', async () => {
    ixc.debtors.splice(0);
    expect(await lookUp(both)).toMatchObject({ kind: 'bills', provider: 'asaas' });
    expect(ixc.calls.length).toBeGreaterThan(0);
  });
  test('one that fails keeps nobody from the other, and nothing is said to be paid that could not be asked', async () => {
    ixc.weather.always = { status: 500, body: '' };
    expect(await lookUp(both)).toMatchObject({ kind: 'bills', provider: 'asaas' });
    asaas.debtors.splice(0);
    expect(await lookUp(both)).toEqual(failed(billReasons.unreachable));
    asaas.debtors.push({ ...lucia, bills: [] });
    expect(await lookUp(both)).toEqual(failed(billReasons.unreachable));
  });
  test('none at all is a matter for a person', async () => {
    expect(await lookUp(unset)).toEqual(failed(billReasons.notSetUp));
    expect(await lookUp({ ...unset, ipixc: ixc.url })).toEqual(failed(billReasons.notSetUp));
  });
});
