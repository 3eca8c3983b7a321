import { connectionsApi } from '@prosa/contracts/connections';
import { simulatorApi } from '@prosa/contracts/simulator';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { show, stub } from '../../../test/screen.tsx';
import { aConnection } from './connections.fixture.ts';
import { QrDialog } from './QrDialog.tsx';

afterEach(cleanup);

test('the code of a simulator says that no phone is needed, and is read by a button', async () => {
  const connection = aConnection({ status: 'qrcode' });
  const { sent } = show(<QrDialog connection={connection} onClose={() => undefined} />, {
    as: { profile: 'admin' },
    api: [
      stub(connectionsApi.show, () => ({ ...connection, qrcode: 'abc', token: '', cloud: null })),
      stub(simulatorApi.scan, () => ({ message: 'ok' })),
    ],
  });
  expect(await screen.findByText('Esta conexão é de um simulador: nenhum celular é preciso.')).toBeTruthy();
  expect(screen.queryByText('Aponte a câmera')).toBeNull();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ler no simulador' })).toHaveProperty('disabled', false));
  await userEvent.click(screen.getByRole('button', { name: 'Ler no simulador' }));
  await waitFor(() => expect(sent.some(({ path }) => path === '/simulator/1/scan')).toBe(true));
});
