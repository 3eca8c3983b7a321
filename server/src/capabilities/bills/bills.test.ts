import { messagesApi } from '@prosa/contracts/messages';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { customerOf, historyOf, openShop, setting, storeOptions } from '../../../test/bot-shop.ts';
import type { Client } from '../../../test/browser.ts';
import { openPool } from '../../../test/database.ts';
import { openLoopbackAsaas } from '../../../test/loopback-erp/asaas.ts';
import { openLoopbackIxc } from '../../../test/loopback-erp/ixc.ts';
import { openLoopbackMkAuth } from '../../../test/loopback-erp/mk-auth.ts';
import type { Debtor } from '../../../test/loopback-erp/serve.ts';
import { move, newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const [ixc, mk, asaas] = [await openLoopbackIxc(), await openLoopbackMkAuth(), await openLoopbackAsaas()];
const hanging = await openLoopbackIxc();
const all = [ixc, mk, asaas, hanging];
const world = await openWorld({ OUTBOUND_ALLOW: all.map(({ host }) => host).join(), ASAAS_URL: asaas.base });
const database = openPool(world.database.url);
afterAll(async () => {
  await database.end();
  await Promise.all(all.map((erp) => erp.close()));
});
beforeEach(() => {
  for (const erp of all) {
    Object.assign(erp.weather, {
      delay: 0,
      until: undefined,
      hangs: false,
      always: undefined,
      only: undefined,
      redirectsTo: undefined,
      floods: 0,
      breaksNext: 0,
    });
    erp.debtors.splice(0);
    erp.calls.splice(0);
  }
});

const cpf = '52998224725';
const line = '23793.38128 60000.000003 00000.000400 1 84340000012345';
const pix = '00020126580014br.gov.bcb.pix01362f1c7a90-5b3e-4d18-9c6f-0a7be4d35121520400005303986540527.455802BR6304255E';
const bill = { id: '701', amount: '1234.56', due: '2026-11-10', line, pix, hasPdf: true };
const debtor = (phone: string, over: Partial<Debtor> = {}): Debtor => ({
  document: cpf,
  name: 'Lúcia de Souza',
  phone,
  email: 'lucia@example.com',
  birthDate: '1990-02-01',
  bills: [bill],
  ...over,
});

const useIxc = async (admin: Client, erp = ixc) => {
  await setting(admin, 'ipixc', erp.url);
  await setting(admin, 'tokenixc', erp.token);
};

const useMk = async (admin: Client) => {
  await setting(admin, 'ipmkauth', mk.url);
  await setting(admin, 'clientidmkauth', mk.credentials.clientId);
  await setting(admin, 'clientsecretmkauth', mk.credentials.clientSecret);
};

/** A company whose support offers the second copy as its third option, and a customer who has asked for it. */
async function asks(settle: (admin: Client) => Promise<unknown> = useIxc, number = newNumber()) {
  const shop = await openShop(world, { queues: ['support'] });
  const { admin, whatsappId, support } = shop;
  await settle(admin);
  await storeOptions(world, admin, support, [{ title: '2ª via', message: 'Vamos achar a sua fatura.', type: 'bill', children: [] }]);
  const customer = customerOf(admin, whatsappId, number);
  await customer.says('Oi');
  expect(await customer.says('2ª via')).toContain('CPF ou CNPJ');
  return { ...shop, customer };
}
type Asking = Awaited<ReturnType<typeof asks>>;

/** What the customer gets after that, once there are so many of them. */
async function answers({ customer }: Asking, body: string, count = 1): Promise<string[]> {
  const before = (await customer.texts()).length;
  await customer.writes(body);
  await expect.poll(async () => (await customer.texts()).length, patient).toBeGreaterThanOrEqual(before + count);
  return (await customer.texts()).slice(before);
}
const ended = async ({ admin, customer }: Asking) => (await historyOf(admin, (await customer.ticket()).id)).at(-1);
const rows = async (text: string, { admin }: Asking) => (await database.query(text, [admin.user.companyId])).rows;

test('who writes from the number of the record gets amount and day, line, Pix code, QR and PDF, each in a message of its own', async () => {
  const asking = await asks();
  ixc.debtors.push(debtor(asking.customer.number));
  const said = await answers(asking, 'é 529.982.247-25', 5);
  expect(said).toEqual([
    expect.stringMatching(/L\*\*\* S\*\*\*[\s\S]*R\$ 1\.234,56[\s\S]*10\/11\/2026/),
    line,
    pix,
    'QR Code do Pix',
    'Boleto em PDF',
  ]);
  const { id } = await asking.customer.ticket();
  const { messages } = await asking.admin.call(messagesApi.list, { params: { ticketId: id }, query: {} });
  expect(messages.slice(-5).map(({ origin, mediaType, data }) => [origin, mediaType, data?.mimetype])).toEqual([
    ['bill', null, undefined],
    ['bill', null, undefined],
    ['bill', null, undefined],
    ['bill', 'image', 'image/png'],
    ['bill', 'application', 'application/pdf'],
  ]);
  const picture = messages.at(-2);
  expect((await asking.admin.raw('GET', picture?.mediaUrl ?? '')).status).toBe(200);
  expect(await ended(asking)).toEqual(['bot-ended', null, null, 'the conversation about the bill is over']);
  expect(await rows('select contact_id, number, provider, bill_id, what from bill_disclosures where company_id = $1', asking)).toEqual([
    {
      contact_id: (await asking.customer.ticket()).contactId,
      number: asking.customer.number,
      provider: 'ixc',
      bill_id: '701',
      what: 'sent',
    },
  ]);
  // What was asked is kept no longer than it is asked.
  expect(await rows('select state, request_sealed from bill_lookups where company_id = $1', asking)).toEqual([
    { state: 'done', request_sealed: null },
  ]);
});

test('from another number nothing is told before the second fact; three wrong ones and a person goes on', async () => {
  const asking = await asks();
  ixc.debtors.push(debtor('11 91111-2222'));
  expect((await answers(asking, cpf)).join()).toContain('data de nascimento');
  expect((await answers(asking, '02/02/1990')).join()).toContain('mais 2 tentativas');
  expect((await answers(asking, '01/02/1990', 5))[1]).toBe(line);
  const stranger = await asks();
  await answers(stranger, cpf);
  for (const guess of ['1', '2']) await answers(stranger, guess);
  expect((await answers(stranger, '3')).join()).toContain('pessoa da equipe');
  expect(await ended(stranger)).toEqual(['bot-ended', null, null, 'three answers about the bill did not fit']);
  expect(await stranger.customer.ticket()).toMatchObject({ status: 'pending', chatbot: false });
  expect(await rows('select from bill_disclosures where company_id = $1', stranger)).toEqual([]);
});

test('of several the customer chooses one: MK-Auth', async () => {
  const asking = await asks(useMk);
  const older = { id: '600', amount: '89.90', due: '2026-09-10', isOverdue: true, line: '111', pix };
  mk.debtors.push(debtor(asking.customer.number, { bills: [bill, older] }));
  const [list = ''] = await answers(asking, cpf);
  expect(list).toContain('*[ 1 ]* - R$ 89,90, vencimento 10/09/2026\n*[ 2 ]* - R$ 1.234,56, vencimento 10/11/2026');
  expect((await answers(asking, '7')).join()).toContain('número de 1 a 2');
  expect(await answers(asking, '1', 4)).toEqual([expect.stringContaining('R$ 89,90'), '111', pix, 'QR Code do Pix']);
  expect(await rows('select bill_id, what from bill_disclosures where company_id = $1 order by id', asking)).toEqual([
    { bill_id: '600', what: 'listed' },
    { bill_id: '701', what: 'listed' },
    { bill_id: '600', what: 'sent' },
  ]);
});

test('Asaas with the company’s own key; and nothing open is good news', async () => {
  const asking = await asks((admin) => setting(admin, 'asaas', asaas.key));
  asaas.debtors.push(debtor(asking.customer.number));
  expect(await answers(asking, cpf, 5)).toHaveLength(5);
  const paid = await asks((admin) => setting(admin, 'asaas', asaas.key));
  asaas.debtors.splice(0, 1, debtor(paid.customer.number, { bills: [] }));
  expect((await answers(paid, cpf)).join()).toContain('não há faturas em aberto');
});

test('known and unknown documents are asked the same, step by step, and a name proves neither', async () => {
  const said = async (prepare: (number: string) => void) => {
    const asking = await asks();
    ixc.debtors.splice(0);
    prepare(asking.customer.number);
    const texts = [];
    for (const body of [cpf, 'Lúcia de Souza', '***', 'lucia@exemplo.com']) texts.push((await answers(asking, body)).join());
    expect(await rows('select from bill_disclosures where company_id = $1', asking)).toEqual([]);
    return [texts, (await ended(asking))?.at(-1)];
  };
  const [known, why] = await said(() => ixc.debtors.push(debtor('11 91111-2222')));
  const [unknown, whyUnknown] = await said(() => undefined);
  const [named, whyNamed] = await said(() => ixc.debtors.push(debtor('11 91111-2222', { email: '***', birthDate: '' })));
  expect(unknown).toEqual(known);
  expect(named).toEqual(known);
  expect([why, whyUnknown, whyNamed]).toEqual([
    'three answers about the bill did not fit',
    'the billing system does not know the document',
    'the record has nothing to show its ownership by',
  ]);
});

test.each([
  ['IXC', async (admin: Client) => useIxc(admin), ixc],
  ['Asaas', (admin: Client) => setting(admin, 'asaas', asaas.key), asaas],
  ['MK-Auth', (admin: Client) => useMk(admin), mk],
])('an empty answer of %s tells nobody that nothing is open: a person goes on, with the reason', async (_name, settle, erp) => {
  const asking = await asks(settle);
  erp.debtors.push(debtor(asking.customer.number));
  Object.assign(erp.weather, { only: /areceber|titulos|payments/, always: { body: '' } });
  expect((await answers(asking, cpf)).join()).toContain('pessoa da equipe');
  expect(await ended(asking)).toEqual(['bot-ended', null, null, 'the answer of the billing system can not be read']);
});

test.each([
  ['has no billing system', async () => undefined, 'no billing system is set up'],
  [
    'has a wrong key',
    async (admin: Client) => [await setting(admin, 'ipixc', ixc.url), await setting(admin, 'tokenixc', 'x:y')],
    'the billing system refused our key',
  ],
  [
    'points at this machine’s own network',
    async (admin: Client) => {
      await useIxc(admin);
      // As it was saved before addresses were checked.
      await database.query(`update settings set value = 'http://127.0.0.1:9' where company_id = $1 and key = 'ipixc'`, [
        admin.user.companyId,
      ]);
    },
    'the address of the billing system may not be called',
  ],
])('a company that %s: a person goes on, with the reason in the history', async (_what, settle, why) => {
  const asking = await asks(settle);
  expect((await answers(asking, cpf)).join()).toContain('pessoa da equipe');
  expect(await ended(asking)).toEqual(['bot-ended', null, null, why]);
  expect(await asking.customer.ticket()).toMatchObject({ status: 'pending', chatbot: false });
});

test('five look-ups in an hour, whatever comes of them; the next one is for a person', async () => {
  const askedBefore = async (asking: Asking, minutes: number) => {
    const { id } = await asking.customer.ticket();
    const at = new Date(world.clock().getTime() - minutes * 60_000);
    await database.query(
      `insert into bill_lookups (company_id, ticket_id, state, is_inquiry, created_at)
       select $1, $2, 'done', true, $3 from generate_series(1, 5)`,
      [asking.admin.user.companyId, id, at],
    );
  };
  const longAgo = await asks();
  await askedBefore(longAgo, 61);
  expect((await answers(longAgo, cpf)).join()).toContain('data de nascimento');
  const lately = await asks();
  await askedBefore(lately, 59);
  ixc.calls.splice(0);
  expect((await answers(lately, cpf)).join()).toContain('várias consultas');
  expect(await ended(lately)).toEqual(['bot-ended', null, null, 'five look-ups of bills in an hour']);
  expect(ixc.calls).toEqual([]);
});

test('a system that hangs keeps nobody else waiting', async () => {
  hanging.weather.hangs = true;
  const stuck = await Promise.all(Array.from({ length: 3 }, () => asks((admin) => useIxc(admin, hanging))));
  for (const { customer } of stuck) await customer.writes(cpf);
  await expect.poll(() => hanging.waiting(), patient).toBe(3);
  const asking = await asks();
  ixc.debtors.push(debtor(asking.customer.number));
  expect(await answers(asking, cpf, 5)).toHaveLength(5);
  expect(hanging.waiting()).toBe(3);
  hanging.breakOff();
  for (const each of stuck) {
    await expect.poll(async () => (await each.customer.texts()).at(-1), patient).toContain('pessoa da equipe');
    expect(await ended(each)).toEqual(['bot-ended', null, null, 'the billing system did not answer']);
  }
});

test('who leaves while it is being looked for hears no more of it; what they ask next is answered once', async () => {
  const asking = await asks((admin) => useIxc(admin, hanging));
  hanging.weather.hangs = true;
  hanging.debtors.push(debtor(asking.customer.number));
  await asking.customer.writes(cpf);
  await expect.poll(() => hanging.waiting(), patient).toBe(1);
  expect(await asking.customer.says('0')).toContain('2ª via');
  await asking.customer.says('2ª via');
  hanging.weather.hangs = false;
  expect((await answers(asking, cpf, 5))[1]).toBe(line);
  const before = await asking.customer.texts();
  hanging.breakOff();
  await expect.poll(() => hanging.waiting(), patient).toBe(0);
  await expect.poll(() => rows(`select from bill_lookups where company_id = $1 and state = 'open'`, asking), patient).toEqual([]);
  expect(await asking.customer.texts()).toEqual(before);
});

test('what is found when a person has taken over is told to nobody, and no audit says that it was', async () => {
  const asking = await asks();
  const { customer, admin } = asking;
  ixc.debtors.push(debtor(customer.number));
  let answer = () => {};
  ixc.weather.until = new Promise((resolve) => {
    answer = resolve;
  });
  await customer.writes(cpf);
  await expect.poll(() => ixc.calls, patient).toHaveLength(1);
  await move(admin, (await customer.ticket()).id, { status: 'open', userId: admin.user.id });
  const before = await customer.texts();
  answer();
  await expect.poll(() => rows(`select from bill_lookups where company_id = $1 and state = 'open'`, asking), patient).toEqual([]);
  expect(await rows('select from bill_disclosures where company_id = $1', asking)).toEqual([]);
  expect(await customer.texts()).toEqual(before);
});

test('who guesses the second fact asks as often as who tries documents: five look-ups in an hour', async () => {
  const asking = await asks();
  ixc.debtors.push(debtor('11 91111-2222'));
  expect((await answers(asking, cpf)).join()).toContain('data de nascimento');
  expect((await answers(asking, '02/02/1990')).join()).toContain('mais 2 tentativas');
  expect(await rows('select is_inquiry from bill_lookups where company_id = $1', asking)).toEqual([
    { is_inquiry: true },
    { is_inquiry: true },
  ]);
});

test('after half an hour the conversation begins anew', async () => {
  const asking = await asks();
  ixc.debtors.push(debtor('11 91111-2222'));
  expect((await answers(asking, cpf)).join()).toContain('data de nascimento');
  const longAgo = new Date(world.clock().getTime() - 31 * 60_000).toISOString();
  await database.query(`update bot_states set state = jsonb_set(state, '{bill,since}', to_jsonb($2::text)) where company_id = $1`, [
    asking.admin.user.companyId,
    longAgo,
  ]);
  expect((await answers(asking, '01/02/1990')).join()).toContain('vamos começar de novo');
  expect((await answers(asking, cpf)).join()).toContain('data de nascimento');
});
