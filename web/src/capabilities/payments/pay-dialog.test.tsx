import { paymentsApi } from '@prosa/contracts/payments';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { show, stub } from '../../../test/screen.tsx';
import { PayDialog } from './PayDialog.tsx';
import { billed, checkout, invoice } from './payments.fixture.ts';

const live = vi.hoisted(() => ({ hear: (_name: string, _data: unknown): void => undefined, token: '' }));
vi.mock('socket.io-client', () => ({
  io: ({ auth }: { auth: { token: string } }) => {
    live.token = auth.token;
    return {
      onAny: (hear: typeof live.hear) => {
        live.hear = hear;
      },
      close: () => undefined,
    };
  },
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const overdue = invoice({ dueDate: '2020-01-01' });
const list = stub(paymentsApi.invoices, () => ({ invoices: [overdue], count: 1, hasMore: false, checkout: checkout({ billing: billed }) }));
const subscribe = stub(paymentsApi.subscribe, () => ({ qrcode: { qrcode: '000201' }, valor: { original: '99.90' } }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('who pays without a session pays with the token alone, hears of the payment by it, and is let in', async () => {
  const done = vi.fn();
  const { sent } = show(<PayDialog token="billing" onClose={() => undefined} onDone={done} />, {
    api: [list, subscribe],
  });
  await screen.findByText('2. Personalizar');
  await press('PRÓXIMO');
  await press('PAGAR');
  await screen.findByText(/^TOTAL/);
  expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(sent.map(() => 'Bearer billing'));
  await waitFor(() => expect(live.token).toBe('billing'));
  const message = { action: 'CONCLUIDA', company: { id: 7, name: 'Loja Aurora', dueDate: '2099-12-30' }, seq: 4 };
  act(() => live.hear('company-7-payment', message));
  expect((await screen.findAllByText('Sua licença foi renovada até 30/12/2099!')).length).toBeGreaterThan(0);
  await press('Ir agora');
  expect(done).toHaveBeenCalledOnce();
});
