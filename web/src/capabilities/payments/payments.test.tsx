import { paymentLive } from '@prosa/contracts/payment-live';
import { type Checkout, type Invoice, paymentsApi } from '@prosa/contracts/payments';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { lastSent } from '../../../test/requests.ts';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import { noticeHistory, shownNotices } from '../../platform/browser/notices.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { ExpiredPage } from './ExpiredPage.tsx';
import { InvoicesPage } from './InvoicesPage.tsx';
import { PaymentWatch } from './PaymentWatch.tsx';
import { billed, checkout, invoice } from './payments.fixture.ts';
import { SubscriptionPage } from './SubscriptionPage.tsx';

const admin = { profile: 'admin' } as const;
const code = '00020126580014br.gov.bcb.pix-o-codigo6304255E';
const list = (rows: () => Invoice[], over: Partial<Checkout> = {}) =>
  stub(paymentsApi.invoices, ({ query }) => {
    const found = rows().filter(({ detail }) => detail.toLowerCase().includes(query.searchParam));
    return { invoices: found, count: found.length, hasMore: false, checkout: checkout(over) };
  });
const subscribe = stub(paymentsApi.subscribe, () => ({ qrcode: { qrcode: code }, valor: { original: '99.90' } }));
const texts = () => noticeHistory.get().map(({ text, milliseconds }) => `${text} ${milliseconds}`);

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  shownNotices.set([]);
  noticeHistory.set([]);
});

test('"Table columns: Id, Detalhes, Valor (BRL), Data Venc., Status, Ação"; overdue rows are tinted', async () => {
  const rows = [
    invoice({ id: 3 }),
    invoice({ id: 2, dueDate: '2020-02-01' }),
    invoice({ id: 1, dueDate: '2020-01-01', status: 'paid', value: '1234.50' }),
  ];
  show(<InvoicesPage />, { as: admin, api: [list(() => rows)] });
  expect((await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)).toEqual([
    'Id',
    'Detalhes',
    'Valor',
    'Data Venc.',
    'Status',
    'Ação',
  ]);
  const [, ...shown] = await screen.findAllByRole('row');
  const cells = shown.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent?.replace(/\s/g, ' ')),
  );
  expect(cells).toEqual([
    ['3', 'Plano 2', 'R$ 99,90', '30/11/2099', 'Em Aberto', 'PAGAR'],
    ['2', 'Plano 2', 'R$ 99,90', '01/02/2020', 'Vencido', 'PAGAR'],
    ['1', 'Plano 2', 'R$ 1.234,50', '01/01/2020', 'Pago', 'PAGO'],
  ]);
  expect(shown.map((row) => row.dataset.tone)).toEqual([undefined, 'red', undefined]);
  expect(screen.getAllByRole('button', { name: /^PAGAR/ })).toHaveLength(2);
});

test('no invoices: «Nenhum registro», and one sentence; a list that fails says so', async () => {
  show(<InvoicesPage />, { as: admin, api: [list(() => [])] });
  expect(await screen.findByText('Nenhum registro')).toBeTruthy();
  expect(screen.getByText('Suas faturas aparecerão aqui.')).toBeTruthy();
  cleanup();
  show(<InvoicesPage />, { as: admin, api: [stub(paymentsApi.invoices, () => refuse('ERR_INTERNAL'))] });
  expect(await screen.findByText('Não foi possível carregar a lista de registros')).toBeTruthy();
});

test('"The list has search and infinite scroll": further pages come as they are scrolled to, searches go out lower-cased', async () => {
  giveLayout();
  const all = Array.from({ length: 90 }, (_, place) => invoice({ id: 90 - place, detail: `Plano ${90 - place}` }));
  const pages = stub(paymentsApi.invoices, ({ query: { searchParam, pageNumber } }) => {
    const found = all.filter(({ detail }) => detail.toLowerCase().includes(searchParam));
    const start = (pageNumber - 1) * 20;
    return { invoices: found.slice(start, start + 20), count: found.length, hasMore: start + 20 < found.length, checkout: checkout() };
  });
  const { sent } = show(<InvoicesPage />, { as: admin, api: [pages] });
  const asked = () => sent.filter(({ path }) => path === '/invoices/all').map(({ query }) => new URLSearchParams(query));
  const row = (await screen.findByText('Plano 90')).closest('tr');
  act(() => row?.focus());
  for (let presses = 0; presses < 4; presses += 1) await userEvent.keyboard('{PageDown}');
  await waitFor(() => expect(asked().some((query) => Number(query.get('pageNumber')) > 1)).toBe(true));
  await enter(screen.getByRole('searchbox'), 'PLANO 7');
  await waitFor(() => expect(asked().at(-1)?.get('searchParam')).toBe('plano 7'));
  expect(await screen.findByText('Plano 7')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Plano 90')).toBeNull());
});

const fiveTexts = [
  'O nome completo é obrigatório',
  'O Endereço é obrigatório',
  'Cidade é obrigatória',
  'CEP é obrigatório',
  'País é obrigatório',
];
const stepNow = () => document.querySelector('[aria-current="step"]')?.textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the checkout opens at step 1, asks for what is missing in its five texts, and shows the Pix code', async () => {
  const { sent, hear, visited } = show(<InvoicesPage />, { as: admin, api: [list(() => [invoice()]), subscribe] });
  await userEvent.click(await screen.findByRole('button', { name: 'PAGAR a fatura 12' }));
  expect(await screen.findByRole('dialog', { name: 'Falta pouco!' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1. Dados', '2. Personalizar', '3. Revisar']);
  expect(stepNow()).toBe('2. Personalizar');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'PRÓXIMO' }));
  await press('PRÓXIMO');
  expect(stepNow()).toBe('1. Dados');
  await userEvent.clear(screen.getByLabelText('País'));
  await press('PRÓXIMO');
  for (const words of fiveTexts) expect(await screen.findByText(words)).toBeTruthy();
  await enter(screen.getByLabelText('Nome completo'), 'Ana Souza');
  await enter(screen.getByLabelText('Endereço'), 'Rua A, 1');
  await enter(screen.getByLabelText('Cidade'), 'Campinas');
  await enter(screen.getByLabelText('CEP'), '13000000');
  await enter(screen.getByLabelText('País'), 'Brasil');
  expect(screen.getByLabelText<HTMLInputElement>('CEP').value).toBe('13000-000');
  await press('PRÓXIMO');
  expect(stepNow()).toBe('2. Personalizar');
  await press('PRÓXIMO');
  expect(stepNow()).toBe('3. Revisar');
  expect(screen.getByText('Ana Souza, Rua A, 1, Campinas, 13000-000, Brasil')).toBeTruthy();
  await press('VOLTAR');
  expect(stepNow()).toBe('2. Personalizar');
  await press('PRÓXIMO');
  await press('PAGAR');
  expect((await screen.findByText(/^TOTAL/)).textContent?.replace(/\s/g, ' ')).toBe('TOTAL R$ 99,90');
  expect(texts()).toContain('Assinatura realizada com sucesso!, aguardando a realização do pagamento 3000');
  expect(screen.getByRole('img', { name: 'QR Code do Pix' })).toBeTruthy();
  const body = Object(lastSent(sent, 'POST')?.body);
  expect(body).toMatchObject({ firstName: 'Ana Souza', zipcode: '13000-000', invoiceId: 12 });
  expect(Object.keys(body).filter((name) => /card|cvv/i.test(name))).toEqual([]);

  vi.useFakeTimers({ shouldAdvanceTime: true });
  hear(paymentLive, { action: 'CONCLUIDA', company: { id: 7, name: 'Loja Aurora', dueDate: '2099-12-30' } });
  expect((await screen.findAllByText('Sua licença foi renovada até 30/12/2099!')).length).toBeGreaterThan(0);
  expect(texts()).toContain('Sua licença foi renovada até 30/12/2099! 3000');
  act(() => void vi.advanceTimersByTime(3900));
  expect(screen.queryByRole('dialog', { name: 'Falta pouco!' })).toBeTruthy();
  act(() => void vi.advanceTimersByTime(200));
  await waitFor(() => expect(visited.at(-1)).toBe('/'));
  expect(screen.queryByRole('dialog', { name: 'Falta pouco!' })).toBeNull();
});

/** With what the company was billed by before, three presses lead to the code. */
async function payQuickly() {
  await screen.findByText('2. Personalizar');
  await press('PRÓXIMO');
  await press('PAGAR');
  await screen.findByText(/^TOTAL/);
}

test("the copy button reads 'Copiar código QR' and changes to 'Copiado' for 1 second", async () => {
  show(<SubscriptionPage />, { as: admin, api: [list(() => [invoice()], { billing: billed }), subscribe] });
  await userEvent.click(await screen.findByRole('button', { name: 'Assine Agora!' }));
  await payQuickly();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(screen.getByRole('button', { name: 'Copiar código QR' }));
  expect(await screen.findByRole('button', { name: 'Copiado' })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(code);
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByRole('button', { name: 'Copiar código QR' })).toBeTruthy();
  // Without a clipboard to write to, the code is selected to be copied by hand.
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
  await user.click(screen.getByRole('button', { name: 'Copiar código QR' }));
  await waitFor(() => expect(getSelection()?.toString()).toBe(code));
});

test('a refused payment is said, and the checkout stays at its last step', async () => {
  const refused = stub(paymentsApi.subscribe, () => refuse('ERR_PAYMENT_NOT_CONFIGURED'));
  show(<SubscriptionPage />, { as: admin, api: [list(() => [invoice()], { billing: billed }), refused] });
  await userEvent.click(await screen.findByRole('button', { name: 'Assine Agora!' }));
  await screen.findByText('2. Personalizar');
  await press('PRÓXIMO');
  await press('PAGAR');
  expect(await screen.findByText('O pagamento por Pix ainda não foi configurado. Fale com o Suporte.')).toBeTruthy();
  expect(stepNow()).toBe('3. Revisar');
});

test('"A read-only field with the trial days left. A read-only billing email"', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 15, 12), shouldAdvanceTime: true });
  const company = { id: 7, name: 'Loja', dueDate: '2026-11-18', status: true, trialExpiration: '2026-11-18', settings: [] };
  show(<SubscriptionPage />, { as: { ...admin, company }, api: [list(() => [])] });
  const trial = screen.getByLabelText<HTMLInputElement>('Período de teste');
  expect([trial.value, trial.readOnly]).toEqual(['Restam 3 dia(s) de teste', true]);
  const email = screen.getByLabelText<HTMLInputElement>('Email de cobrança');
  await waitFor(() => expect([email.value, email.readOnly]).toEqual(['financeiro@aurora.example', true]));
});

test('an overdue company: admins are led to the checkout, others told whom to ask, and a payment brings them back', async () => {
  const refreshUser = vi.fn(async () => undefined);
  show(<ExpiredPage />, { as: admin, api: [list(() => [invoice()], { billing: billed })] });
  expect(await screen.findByRole('dialog', { name: 'Falta pouco!' })).toBeTruthy();
  cleanup();
  const page = (
    <>
      <PaymentWatch />
      <ExpiredPage />
    </>
  );
  const { hear } = show(page, { session: { refreshUser } });
  expect(await screen.findByText(/Peça a um administrador da empresa que faça o pagamento/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pagar agora' })).toBeNull();
  hear(paymentLive, { action: 'CONCLUIDA', company: { id: 7, name: 'Loja Aurora', dueDate: '2099-12-30' } });
  await waitFor(() => expect(refreshUser).toHaveBeenCalledOnce());
});

test.each([
  ['en', 'Almost there!'],
  ['es', '¡Falta poco!'],
] as const)('the checkout speaks %s', async (language, title) => {
  show(<ExpiredPage />, { as: admin, language, api: [list(() => [invoice()])] });
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
});
