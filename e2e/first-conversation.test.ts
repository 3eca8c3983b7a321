import { describe, expect, test } from 'vitest';
import { hasChrome, openProfile } from './chromium.ts';
import { logIn } from './journey.ts';
import { openStage } from './stage.ts';

describe.runIf(hasChrome)('the first conversation, in a real browser', () => {
  const stage = openStage();

  test('a company signs up, connects, is written to, accepts, answers, and the ticks move', async () => {
    const { page, complaints } = await openProfile(stage.browser, stage.world.server.url);
    const email = `dona-${Date.now()}@exemplo.com`;
    await page.goto('/signup');
    await page.getByLabel('Nome da empresa').fill(`Padaria ${Date.now()}`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill('pao-quente');
    await page.getByLabel('Telefone').fill('11987654321');
    await page.getByText('Plano 1').click();
    await page.getByRole('button', { name: 'Cadastrar' }).click();

    await page.waitForURL('**/login');
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await page.getByLabel('Senha', { exact: true }).fill('pao-quente');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tickets');

    await page.goto('/connections');
    await page.getByRole('button', { name: 'Adicionar conexão' }).first().click();
    await page.getByLabel('Nome').fill('Balcão');
    await page.getByRole('radio', { name: 'Simulador' }).check();
    await page.getByRole('button', { name: 'Salvar' }).click();
    const dialog = page.getByRole('dialog', { name: /Balcão/ });
    await dialog.locator('svg').first().waitFor();

    const phone = await page.context().newPage();
    await phone.goto('/simulator');
    await phone.getByRole('button', { name: 'Ler o QR Code' }).click();
    await page.getByText('Conectada', { exact: true }).waitFor();

    await phone.getByLabel('Número').fill('5511988887777');
    await phone.getByLabel('Nome').fill('Ana Clara');
    await phone.getByLabel('Mensagem do cliente').fill('Tem pão de queijo? *urgente* <b>oi</b>');
    await phone.keyboard.press('Enter');

    await page.goto('/tickets');
    await page.getByRole('tab', { name: /Aguardando/ }).click();
    await page.getByText('Ana Clara').first().waitFor();
    await page
      .getByRole('button', { name: /Aceitar/ })
      .first()
      .click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await page
      .locator('strong, b', { hasText: /^urgente$/ })
      .first()
      .waitFor();
    await page.getByText('<b>oi</b>').first().waitFor();

    await page.getByRole('textbox', { name: 'Mensagem' }).fill('Tem sim, quentinho!');
    await page.keyboard.press('Enter');
    await phone.getByRole('log').getByText('Tem sim, quentinho!').waitFor();
    await page.getByLabel('Entregue').first().waitFor();
    await phone.getByRole('button', { name: 'Marcar como lidas' }).click();
    await page.getByLabel('Lida').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('a ticket appears live for the right agent, and another agent who accepts first is named', async () => {
    const admin = await stage.world.company();
    const queueId = await stage.world.queue(admin);
    const whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    const [paula, rui] = await Promise.all([
      stage.world.colleague(admin, 'user', { queueIds: [queueId] }),
      stage.world.colleague(admin, 'user', { queueIds: [queueId] }),
    ]);
    const { page } = await openProfile(stage.browser, stage.world.server.url);
    await logIn(page, paula);
    await page.getByRole('tab', { name: /Aguardando/ }).click();

    await admin.raw('POST', `/simulator/${whatsappId}/messages`, {
      body: { number: '5511977776666', name: 'João Pedro', body: 'Bom dia' },
    });
    await page.getByText('João Pedro').first().waitFor();
    const { body } = await rui.raw('GET', '/tickets?status=pending');
    const [ticket] = (body as { tickets: Array<{ id: number }> }).tickets;
    await rui.raw('PUT', `/tickets/${ticket?.id}`, { body: { status: 'open', userId: rui.user.id } });
    await page.getByText('João Pedro').first().waitFor({ state: 'detached' });
  });

  test('a login from another computer ends the first', async () => {
    const admin = await stage.world.company();
    const { page } = await openProfile(stage.browser, stage.world.server.url);
    const listens = page
      .waitForEvent('websocket')
      .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ready"')));
    await logIn(page, admin);
    await listens;
    await stage.world.client().logIn(admin.user.email);
    await page.getByText('Sua conta foi acessada em outro computador.').waitFor();
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});
