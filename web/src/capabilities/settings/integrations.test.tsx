import { type Setting, settingsApi } from '@prosa/contracts/settings';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import { SettingsPage } from './SettingsPage.tsx';

afterEach(cleanup);

const keys = { ipixc: '', tokenixc: '', ipmkauth: '', clientidmkauth: '', clientsecretmkauth: '', asaas: '' };
/** As the server keeps them: of a secret it answers the last four. */
function open(set: Partial<typeof keys> = {}, language: 'pt' | 'en' | 'es' = 'pt') {
  const secrets = ['tokenixc', 'clientsecretmkauth', 'asaas'];
  const settings: Setting[] = Object.entries({ userRating: 'disabled', ...keys, ...set }).map(([key, value]) => ({ key, value }));
  return show(<SettingsPage />, {
    as: { profile: 'admin' },
    language,
    api: [
      stub(settingsApi.list, () => settings),
      stub(settingsApi.update, ({ params: { key }, body: { value } }) => {
        if (value === 'https://recusado.example')
          return refuse('ERR_VALIDATION', { details: [{ path: 'value', message: 'invalidAddress' }] });
        return { key, value: secrets.includes(key) && value !== '' ? `********${value.slice(-4)}` : value };
      }),
    ],
  });
}
const unfold = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const saved = (sent: ReturnType<typeof open>['sent']) =>
  sent.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);

test('"integration keys": IXC, MK-AUTH and ASAAS as cards that say how they stand, each with its fields', async () => {
  open({ ipixc: 'https://ixc.example', tokenixc: '********1234', clientidmkauth: 'Client_Id' });
  await unfold(/^IXC.*Configurada/);
  expect(field('IP do IXC').value).toBe('https://ixc.example');
  await unfold(/^MK-AUTH.*Incompleta/);
  expect(field('Client Id do MK-AUTH').value).toBe('Client_Id');
  await unfold(/^ASAAS.*Não configurada/);
  expect(field('Token Asaas').value).toBe('');
  expect(screen.getByRole('button', { name: /^ASAAS/ }).getAttribute('aria-expanded')).toBe('true');
});

test('"fields saved by a Salvar per card": only what was changed, «Operação atualizada com sucesso.»', async () => {
  const { sent } = open({ ipixc: 'https://antigo.example' });
  await unfold(/^IXC/);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar' });
  expect(save.disabled).toBe(true);
  await enter(field('Token do IXC'), '31:segredo-9876');
  await userEvent.click(save);
  expect(await screen.findByText('Operação atualizada com sucesso.')).toBeTruthy();
  expect(saved(sent)).toEqual([['/settings/tokenixc', { value: '31:segredo-9876' }]]);
  expect(field('Token do IXC').value).toBe('********9876');
  expect(screen.getByRole('button', { name: /^IXC.*Configurada/ })).toBeTruthy();
});

test('a secret is write-only, "shown masked": it is replaced or kept, and nothing of it is sent back', async () => {
  const { sent } = open({ asaas: '********wxyz' });
  await unfold(/^ASAAS/);
  expect(field('Token Asaas')).toMatchObject({ value: '********wxyz', readOnly: true });
  await userEvent.click(screen.getByRole('button', { name: 'Substituir Token Asaas' }));
  expect(field('Token Asaas')).toMatchObject({ value: '', type: 'password' });
  await userEvent.click(screen.getByRole('button', { name: 'Manter o atual: Token Asaas' }));
  expect(field('Token Asaas').value).toBe('********wxyz');
  await userEvent.click(screen.getByRole('button', { name: 'Substituir Token Asaas' }));
  await enter(field('Token Asaas'), '$aact_prod_nova-abcd');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(field('Token Asaas').value).toBe('********abcd'));
  expect(saved(sent)).toEqual([['/settings/asaas', { value: '$aact_prod_nova-abcd' }]]);
});

test('a secret is cleared after a question', async () => {
  const { sent } = open({ asaas: '********wxyz' });
  await unfold(/^ASAAS/);
  await userEvent.click(screen.getByRole('button', { name: 'Limpar Token Asaas' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Limpar' }));
  await waitFor(() => expect(screen.getByRole('button', { name: /^ASAAS.*Não configurada/ })).toBeTruthy());
  expect(saved(sent)).toEqual([['/settings/asaas', { value: '' }]]);
});

test('what can not be an address is said at its field, by the browser and by the server', async () => {
  const { sent } = open();
  await unfold(/^IXC/);
  await enter(field('IP do IXC'), 'ftp://ixc.example');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Endereço inválido')).toBeTruthy();
  expect(saved(sent)).toEqual([]);
  await userEvent.clear(field('IP do IXC'));
  expect(screen.queryByText('Endereço inválido')).toBeNull();
  await enter(field('IP do IXC'), 'https://recusado.example');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Endereço inválido')).toBeTruthy();
  expect(field('IP do IXC').getAttribute('aria-invalid')).toBe('true');
});
