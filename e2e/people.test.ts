import { readFile } from 'node:fs/promises';
import { ticketsApi } from '@prosa/contracts/tickets';
import { describe, expect, test } from 'vitest';
import { password } from '../server/test/browser.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, phoneOf, resize, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

describe.runIf(hasChrome)('contacts, users and notifications, in a real browser', () => {
  const stage = openStage();

  test('a contact is added, edited, found without accents and exported; a colleague is added and seen online', async () => {
    const admin = await stage.world.company();
    await stage.world.queue(admin);
    const { page, complaints } = await openProfile(stage.browser, stage.world.server.url);
    await logIn(page, admin);
    const [dialog, table] = [page.getByRole('dialog'), page.getByRole('table')];
    const fill = (label: string, words: string) => dialog.getByLabel(label, { exact: true }).fill(words);
    const save = async () => {
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const add = async (name: string, number: string) => {
      await page.getByRole('button', { name: 'Adicionar contato' }).first().click();
      await fill('Nome', name);
      await fill('Número', number);
      await save();
      await table.getByText(name, { exact: true }).waitFor();
    };
    await page.goto('/contacts');
    await add('Conceição', '5511988887777');
    await add('=Ótimo; "Zé"', '5511977776666');
    await page.getByRole('button', { name: 'Editar Conceição' }).click();
    await fill('Nome', 'Conceição Araújo');
    await fill('Email', 'conceicao@exemplo.com');
    await save();
    await table.getByText('Conceição Araújo').waitFor();
    await page.getByRole('searchbox').fill('conceicao arau');
    await table.getByText('Zé').waitFor({ state: 'detached' });
    await table.getByText('+55 (11) 98888-7777').waitFor();
    // Where the deeds take two lines, the list begins below them.
    await resize(page, 700, 260);
    const deeds = await page.getByRole('button', { name: 'Adicionar contato' }).boundingBox();
    const list = await table.boundingBox();
    expect((deeds?.y ?? 0) + (deeds?.height ?? 0)).toBeLessThanOrEqual(list?.y ?? 0);
    await resize(page, 1440, 900);

    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar CSV' }).click()]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFname;number;email');
    expect(lines.slice(1).toSorted()).toEqual([`"'=Ótimo; ""Zé""";5511977776666;`, 'Conceição Araújo;5511988887777;conceicao@exemplo.com']);

    await page.goto('/users');
    await page.getByRole('button', { name: 'Adicionar usuário' }).first().click();
    await fill('Nome', 'Bia Souza');
    const email = `bia-${Date.now()}@exemplo.com`;
    await fill('Email', email);
    await fill('Senha', 'pao-quente');
    await dialog.getByLabel('Vendas').check();
    await save();
    const row = table.getByRole('row', { name: 'Bia Souza' });
    await row.getByText('offline', { exact: true }).waitFor();
    const bia = stage.world.client();
    await bia.logIn(email, 'pao-quente');
    await bia.listen();
    await row.getByText('online', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('the language chosen at the door is that of every page, after a reload and in a new tab, and no other is fetched', async () => {
    const admin = await stage.world.company();
    const { page, context, complaints } = await openProfile(stage.browser, stage.world.server.url);
    const fetched = new Set<string>();
    await page.goto('/login');
    await page.getByLabel('Idioma').selectOption('en');
    await page.getByLabel('Password', { exact: true }).fill(password);
    page.on('request', (request) => void fetched.add(new URL(request.url()).pathname.replace(/[^/]*\.js$/, '*.js')));
    await page.getByLabel('Email').fill(admin.user.email);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: /Pending/ }).waitFor();
    const tab = await context.newPage();
    await tab.goto('/contacts');
    await tab.getByRole('heading', { name: 'Contacts' }).waitFor();
    expect(await tab.evaluate(() => document.documentElement.lang)).toBe('en');
    expect([...fetched].filter((path) => path.endsWith('.js'))).toEqual(['/assets/en/*.js']);
    await tab.getByRole('button', { name: admin.user.name }).click();
    await tab.getByRole('menuitemradio', { name: 'Español' }).click();
    await tab.getByRole('heading', { name: 'Contactos' }).waitFor();
    // The other tab is left as it is until it is opened anew.
    await page.getByRole('tab', { name: /Pending/ }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: /Pendientes/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('what is unread is counted in the title and the bell, which leads to it', async () => {
    const admin = await stage.world.company();
    const queueId = await stage.world.queue(admin);
    const whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    const paula = await stage.world.colleague(admin, 'user', { queueIds: [queueId] });
    const phone = phoneOf(admin, whatsappId, '5511966665555', 'Rita Lima');
    await phone.write('Olá');
    const { id, uuid } = await ticketOf(admin, phone);
    await paula.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: paula.user.id } });

    const { page, complaints } = await openProfile(stage.browser, stage.world.server.url);
    await logIn(page, paula);
    await page.goto(`/tickets/${uuid}`);
    await page.getByRole('article', { name: 'Olá' }).waitFor();
    await eventually(() => page.title()).not.toMatch(/^\(/);
    await page.goto('/contacts');
    await phone.write('Ainda está aí?');
    await page.getByRole('button', { name: 'Notificações: 1 atendimento não lido' }).click();
    await eventually(() => page.title()).toMatch(/^\(1\) /);
    await page.getByRole('link', { name: /Rita Lima.*Ainda está aí\?/ }).click();
    await page.waitForURL(`**/tickets/${uuid}`);
    await page.getByRole('article', { name: 'Ainda está aí?' }).waitFor();
    await page.getByRole('button', { name: 'Notificações', exact: true }).waitFor();
    await eventually(() => page.title()).not.toMatch(/^\(/);
    expect(complaints).toEqual([]);
  });
});
