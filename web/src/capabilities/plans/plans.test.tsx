import { type PlanRecord, plansApi } from '@prosa/contracts/plans';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import { shownNotices } from '../../platform/browser/notices.ts';
import { PlansTab } from './PlansTab.tsx';

afterEach(cleanup);

const boss = { profile: 'user', super: true } as const;
const plan: PlanRecord = {
  id: 3,
  name: 'Básico',
  users: 10,
  connections: 3,
  queues: 5,
  storage: 5,
  value: '1234.56',
  prices: { ANUAL: '12000.00' },
  isPublic: true,
};
const list = stub(plansApi.all, () => [plan]);
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

test('Planos: "Plan value: BRL, at most 7 integer digits and 2 decimals"; «Operação realizada com sucesso!»', async () => {
  const { sent } = show(<PlansTab />, { as: boss, api: [list, stub(plansApi.create, () => ({ ...plan, id: 4, name: 'Ouro' }))] });
  expect(await screen.findByText((text) => text.replace(/\s/g, ' ') === 'R$ 1.234,56')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar plano' }));
  await enter(await field('Nome'), 'Ouro');
  for (const label of ['Usuários', 'Conexões', 'Filas']) await enter(await field(label), '12x');
  await userEvent.clear(await field('Armazenamento (GB)'));
  await enter(await field('Armazenamento (GB)'), '20');
  await enter(await field('Anual'), '99000');
  const value = await field('Valor');
  await enter(value, '99999999912');
  expect(value.value).toBe('R$ 9.999.999,99');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(shownNotices.get().at(-1)).toMatchObject({ text: 'Operação realizada com sucesso!', milliseconds: 3000 }));
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ name: 'Ouro', users: 12, connections: 12, queues: 12, storage: 20, value: '9999999.99', isPublic: true },
    prices: { BIMESTRAL: '', TRIMESTRAL: '', SEMESTRAL: '', ANUAL: '990.00' },
  });
});

test('a taken name: «Não foi possível realizar a operação», with the hint to check for a duplicate name', async () => {
  show(<PlansTab />, { as: boss, api: [list, stub(plansApi.update, () => refuse('ERR_PLAN_NAME_ALREADY_EXISTS'))] });
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Básico' }));
  expect((await field('Valor')).value).toBe('R$ 1.234,56');
  await enter(await field('Nome'), ' 2');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(/^Não foi possível realizar a operação.*mesmo nome/)).toBeTruthy();
});

test('a plan in use says so when it is to be deleted', async () => {
  show(<PlansTab />, { as: boss, api: [list, stub(plansApi.remove, () => refuse('ERR_PLAN_IN_USE'))] });
  const row = (await screen.findByText('Básico')).closest('tr') ?? document.body;
  await userEvent.click(within(row).getByRole('button', { name: 'Excluir Básico' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Este plano está em uso por uma empresa e não pode ser excluído.')).toBeTruthy();
});
