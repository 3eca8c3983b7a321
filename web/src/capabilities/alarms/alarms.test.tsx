import { type Alarm, alarmsApi } from '@prosa/contracts/alarms';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { refuse, show, stub } from '../../../test/screen.tsx';
import { dismissNotice, shownNotices } from '../../platform/browser/notices.ts';
import { AlarmsPage } from './AlarmsPage.tsx';

const boss = { profile: 'admin', super: true } as const;
const alarm = (over: Partial<Alarm> = {}): Alarm => ({
  id: 7,
  what: 'inbox',
  company: { id: 3, name: 'Padaria do Zé' },
  whatsappId: 12,
  subject: null,
  attempts: 5,
  code: '57014',
  raisedAt: '2026-11-15T11:00:00.000Z',
  retriedAt: null,
  ...over,
});
const list = (alarms: () => Alarm[]) => stub(alarmsApi.list, () => ({ alarms: alarms(), count: alarms().length, hasMore: false }));

afterEach(() => {
  cleanup();
  for (const { id } of shownNotices.get()) dismissNotice(id);
});

test('nothing to do says that all is well', async () => {
  show(<AlarmsPage />, { as: boss, api: [list(() => [])] });
  expect(await screen.findByText('Tudo em ordem')).toBeTruthy();
});

test('an alarm says whose, what, where, how often and why, and is tried again by its button until it is gone', async () => {
  let alarms = [alarm(), alarm({ id: 8, company: { id: 4, name: 'Outra' } })];
  const retried: number[] = [];
  const retry = stub(alarmsApi.retry, ({ params }) => {
    retried.push(Number(params.id));
    alarms = alarms.filter(({ id }) => id !== Number(params.id));
    return { message: 'ok' };
  });
  show(<AlarmsPage />, { as: boss, api: [list(() => alarms), retry] });
  const row = within((await screen.findByText('Padaria do Zé (3)')).closest('tr') ?? document.body);
  for (const words of ['Mensagem recebida não processada', '12', '5', '57014']) expect(row.getByText(words)).toBeTruthy();
  await userEvent.click(row.getByRole('button', { name: 'Tentar de novo: Padaria do Zé, alarme 7' }));
  await waitFor(() => expect(screen.queryByText('Padaria do Zé (3)')).toBeNull(), { timeout: 90_000 });
  expect(retried).toEqual([7]);
  expect(screen.getByText('Outra (4)')).toBeTruthy();
  expect(shownNotices.get().map(({ text }) => text)).toEqual(['Será tentado de novo em instantes. Quando der certo, sai da lista.']);
});

test('one that is being tried again can not be tried twice', async () => {
  show(<AlarmsPage />, { as: boss, api: [list(() => [alarm({ retriedAt: '2026-11-15T12:00:00.000Z' })])] });
  const button = await screen.findByRole('button', { name: /^Tentar de novo/ });
  expect(button.hasAttribute('disabled')).toBe(true);
});

test('an alarm about payment details names the key and who changed it, and refuses to be dismissed by that user', async () => {
  const changed = alarm({ what: 'setting', whatsappId: null, subject: 'pixKey chefe@prosa.example', code: 'SETTING_CHANGED' });
  const retry = stub(alarmsApi.retry, () => refuse('ERR_OWN_ALARM'));
  show(<AlarmsPage />, { as: boss, api: [list(() => [changed]), retry] });
  expect(await screen.findByText('Dados de recebimento alterados')).toBeTruthy();
  expect(screen.getByText('pixKey chefe@prosa.example')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Marcar como visto: Padaria do Zé, alarme 7' }));
  expect(await screen.findByText('Outro super-administrador precisa marcar este alarme como visto.')).toBeTruthy();
});
