import { contactListsApi } from '@prosa/contracts/contact-lists';
import { contactsApi } from '@prosa/contracts/contacts';
import { schedulesApi } from '@prosa/contracts/schedules';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { xlsxOf } from '../server/test/sample-sheets.ts';
import { expectAccessible } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, phoneOf, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

const patience = 240_000;
const names = ['Ana Maria Souza', 'Beto Lima', 'Carla Conceição', 'Davi Rocha', 'Elisa Prado'];
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe.runIf(hasChrome)('schedules and contact lists', () => {
  const stage = openStage();
  let admin: Client;
  // A person has one session: who is in the browser makes no calls from here.
  let colleague: Client;
  let whatsappId: number;
  let contactId: number;

  beforeAll(async () => {
    const { world } = stage;
    admin = await world.company();
    colleague = await world.colleague(admin, 'admin');
    whatsappId = await world.connection(admin);
    for (const [at, name] of names.entries()) {
      const contact = await admin.call(contactsApi.create, { body: { name, number: `551198765000${at}` } });
      contactId ??= contact.id;
      const body = at === 0 ? 'Seu pedido está pronto para retirada na loja do centro' : 'Lembrete da sua consulta de amanhã';
      // One of today at whatever hour this runs, which is sent at once.
      const now = at === 0 ? [0] : [];
      for (const hours of [...now, 2 + at, 26 + at, 50 + 9 * at, -at * 20 - 30])
        await admin.call(schedulesApi.create, { body: { contactId: contact.id, body, sendAt: inHours(hours) } });
    }
    const { id } = await admin.call(contactListsApi.create, { body: { name: 'Clientes do centro' } });
    await admin.call(contactListsApi.addContacts, { params: { id }, body: { searchParam: '98765' } });
    await admin.call(contactListsApi.create, { body: { name: 'Aniversariantes de dezembro' } });
  });

  const open = async (width: number) => {
    const profile = await openProfile(stage.browser, stage.world.server.url, { width });
    await profile.page.emulateMedia({ reducedMotion: 'reduce' });
    await logIn(profile.page, colleague);
    return profile;
  };

  test.each([1440, 390])('schedules at %i px: the table, the dialog, the month and the week', { timeout: patience }, async (width) => {
    const { page, context, complaints } = await open(width);
    await page.goto('/schedules');
    await page.getByRole('table').getByText('Ana Maria Souza').first().waitFor();
    await page.getByText('Seu pedido está pronto pa…').first().waitFor();
    await expectAccessible(page, '/schedules');
    await page.getByRole('button', { name: 'Com erro' }).click();
    await page.getByText('Erro de Envio').first().waitFor();
    await page.getByText('Beto Lima').first().click();
    await page.getByRole('dialog', { name: 'Erro de Envio' }).waitFor();
    await expectAccessible(page, 'failed schedule');
    await page.keyboard.press('Escape');
    await page.goto(`/schedules?contactId=${contactId}`);
    await page.getByRole('dialog', { name: 'Novo agendamento' }).waitFor();
    await expectAccessible(page, 'schedule dialog');
    await page.keyboard.press('Escape');
    for (const view of ['Mês', 'Semana']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      await page.getByRole('region').getByText('Ana Maria Souza').first().waitFor();
      await expectAccessible(page, view);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('from a conversation by the key S: sent when its time has come, and seen so at once', { timeout: patience }, async () => {
    const phone = phoneOf(admin, whatsappId, '5511977770001', 'Fábio Reis');
    await phone.write('Oi');
    const ticket = await ticketOf(admin, phone);
    const { page, context } = await open(1440);
    await page.goto(`/tickets/${ticket.uuid}`);
    await page.getByRole('heading', { name: 'Fábio Reis' }).waitFor();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Novo agendamento' });
    await dialog.getByLabel('Mensagem', { exact: true }).fill('Passando para lembrar, ');
    await dialog.getByRole('button', { name: 'Primeiro nome' }).click();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.waitForURL('**/schedules');
    const row = page.getByRole('row').filter({ hasText: 'Fábio Reis' });
    await row.getByText('Pendente').waitFor();
    const { schedules } = await admin.call(schedulesApi.list, { query: { searchParam: 'fábio' } });
    const [made] = schedules;
    await admin.call(schedulesApi.update, { params: { id: made?.id ?? 0 }, body: { sendAt: inHours(0) } });
    await row.getByText('Enviado').waitFor();
    await eventually(async () => (await phone.texts()).at(-1)).toBe('Passando para lembrar, Fábio');
    await context.close();
  });

  test.each([1440, 390])('contact lists at %i px: the lists, the people, adding and importing', { timeout: patience }, async (width) => {
    const { page, context, complaints } = await open(width);
    // Beside the tickets the menu is a rail of icons.
    await page.goto('/contacts');
    if (width === 390) await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('button', { name: 'Campanhas' }).click();
    await page.getByRole('link', { name: 'Listas de contatos' }).click();
    await page.getByRole('table').getByText('Clientes do centro').waitFor();
    await expectAccessible(page, '/contact-lists');
    await page.getByText('Clientes do centro').click();
    await page.getByRole('heading', { level: 1, name: 'Clientes do centro' }).waitFor();
    await page.getByText('Carla Conceição').waitFor();
    await page.getByText('válido', { exact: true }).first().waitFor();
    await expectAccessible(page, 'people of a list');
    await page.getByRole('button', { name: 'Adicionar contato' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'person of a list');
    await page.keyboard.press('Escape');
    await choose(page, width, 'Adicionar dos contatos');
    await page.getByLabel('Nome, número ou email').fill('lima');
    await page.getByRole('checkbox', { name: /Beto Lima/ }).waitFor();
    await expectAccessible(page, 'add from contacts');
    await page.keyboard.press('Escape');
    await choose(page, width, 'Importar planilha');
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'lista.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: await sheetFor(width),
      });
    await page.getByText('30 importados, 2 ignorados').waitFor();
    await page.getByText('Linha 32: o número não é válido').waitFor();
    await expectAccessible(page, 'imported');
    await page.keyboard.press('Escape');
    await page.getByText(`Pessoa 1 de ${width}`, { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the example sheet that is offered is one that the import takes', { timeout: patience }, async () => {
    const { id } = await admin.call(contactListsApi.create, { body: { name: 'Do exemplo' } });
    const bytes = await (await fetch(`${stage.world.server.url}/lista-de-contatos-exemplo.xlsx`)).arrayBuffer();
    const form = new FormData();
    form.append('file', new File([bytes], 'lista-de-contatos-exemplo.xlsx'));
    const reply = await admin.raw('POST', `/contact-lists/${id}/upload`, { form });
    const params = { id, importId: Number(Object(reply.body).importId) };
    await eventually(async () => (await admin.call(contactListsApi.showImport, { params })).state).toBe('finished');
    const result = await admin.call(contactListsApi.showImport, { params });
    expect([result.imported > 0, result.skipped, result.duplicate]).toEqual([true, 0, 0]);
  });
});

/** On a phone what can be done on a page stands in one menu. */
async function choose(page: Page, width: number, name: string): Promise<void> {
  if (width !== 390) return page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Mais ações' }).first().click();
  await page.getByRole('menuitem', { name }).click();
}

function sheetFor(width: number): Promise<Buffer> {
  const people = Array.from({ length: 30 }, (_, at) => [`Pessoa ${at} de ${width}`, 5511900000000 + width * 100 + at]);
  const rows = [['Nome', 'Número', 'E-mail'], ...people, ['Eva', '12'], ['Gil', 5511900000000 + width * 100]];
  return xlsxOf(rows);
}
