import { queueOptionsApi } from '@prosa/contracts/queue-options';
import { queuesApi } from '@prosa/contracts/queues';
import { settingsApi } from '@prosa/contracts/settings';
import { describe, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, phoneOf, reach, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

describe.runIf(hasChrome)('queues and their menus, in a real browser', () => {
  const stage = openStage();

  test('an admin builds a menu by keyboard and tries it out; then a customer uses it', async () => {
    const admin = await stage.world.company();
    const { page, complaints } = await openProfile(stage.browser, stage.world.server.url);
    // Who logs in ends their other session.
    await logIn(page, await stage.world.colleague(admin, 'admin'));
    await page.goto('/queues');
    await page.getByRole('button', { name: 'Adicionar fila' }).first().waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').waitFor();
    await page.keyboard.type('Recepção');
    await reach(page, dialog.getByLabel('Saudação'));
    await page.keyboard.type('Bem-vindo à padaria!');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Queue saved successfully').waitFor();
    const add = async (title: string, message: string) => {
      await reach(page, dialog.getByRole('button', { name: 'Adicionar opção', exact: true }));
      await page.keyboard.press('Enter');
      await dialog.getByLabel('Título').waitFor();
      await page.keyboard.type(title);
      await reach(page, dialog.getByLabel('Mensagem'));
      await page.keyboard.type(message);
      await page.keyboard.press('Control+Enter');
      await dialog.getByRole('treeitem', { name: title }).waitFor();
    };
    await add('Encomendas', 'O que deseja encomendar?');
    await add('Atendente', 'Um momento, por favor.');
    await add('Bolos', 'Nossos bolos custam R$ 40.');
    // Where it was added the keyboard is: up before the attendant, then below the orders.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await eventually(focused).toBe('3. Bolos');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowRight');
    await dialog.getByRole('treeitem', { name: '1. Bolos' }).and(dialog.locator('[aria-level="2"]')).waitFor();
    await eventually(focused).toBe('1. Bolos');

    const log = dialog.getByRole('log', { name: 'Conversa de teste' });
    await log.getByText('[ 1 ] - Encomendas').waitFor();
    await reach(page, dialog.getByLabel('Escreva como cliente…'));
    for (const words of ['1', '1']) {
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
    }
    await log.getByText('Nossos bolos custam R$ 40.').waitFor();
    await log.getByText('O bot terminou: o cliente aguarda na fila.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    const [queue] = await admin.call(queuesApi.list, { query: {} });
    const queueId = queue?.id ?? 0;
    const whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    const phone = phoneOf(admin, whatsappId, '5511955554444', 'Bia');
    await phone.write('Oi');
    await eventually(async () => (await phone.texts()).at(-1)).toContain('*[ 1 ]* - Encomendas');
    await phone.write('1');
    await eventually(async () => (await phone.texts()).at(-1)).toContain('*[ 1 ]* - Bolos');
    await phone.write('1');
    await eventually(async () => (await phone.texts()).at(-1)).toContain('Nossos bolos custam R$ 40.');
    expect(await ticketOf(admin, phone)).toMatchObject({ queueId, status: 'pending' });
    expect(complaints).toEqual([]);
  });

  test('an option is dragged by its handle below another, and everybody can use the dialog', async () => {
    const admin = await stage.world.company();
    await admin.call(settingsApi.update, { params: { key: 'scheduleType' }, body: { value: 'queue' } });
    const queueId = await stage.world.queue(admin, 'Recepção');
    for (const title of ['Vendas', 'Suporte', 'Financeiro']) await admin.call(queueOptionsApi.create, { body: { queueId, title } });
    const { page, complaints } = await openProfile(stage.browser, stage.world.server.url);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // Who logs in ends their other session.
    await logIn(page, await stage.world.colleague(admin, 'admin'));
    await page.goto('/queues');
    await page.getByRole('button', { name: 'Editar Recepção' }).waitFor();
    await expectAccessible(page, '/queues');
    await page.getByRole('button', { name: 'Editar Recepção' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Escolher cor' }).click();
    await expectAccessible(page, 'the colours');
    await page.keyboard.press('Escape');
    await dialog.getByRole('tab', { name: 'Opções' }).click();
    const row = (title: string) => dialog.locator('[data-row]').filter({ hasText: title });
    const handle = row('Financeiro').locator('> [aria-hidden=true]').first();
    await handle.hover();
    await page.mouse.down();
    const target = await row('Vendas').boundingBox();
    if (!target) throw new Error('there is no row');
    await page.mouse.move(target.x + 60, target.y + target.height / 2, { steps: 5 });
    await page.mouse.up();
    await dialog.getByRole('treeitem', { name: '1. Financeiro' }).and(dialog.locator('[aria-level="2"]')).waitFor();
    const stored = () => admin.call(queueOptionsApi.list, { query: { queueId } });
    await eventually(async () => (await stored())[0]?.children.map(({ title }) => title)).toEqual(['Financeiro']);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await dialog.getByRole('tab', { name: 'Opções' }).click();
      await dialog.getByRole('button', { name: 'Editar opção Suporte' }).click();
      await expectAccessible(page, `the menu at ${width}`);
      await page.keyboard.press('Escape');
      if (width === 390) await dialog.getByRole('tab', { name: 'Experimentar' }).click();
      await dialog.getByRole('log').waitFor();
      await expectAccessible(page, `trying out at ${width}`);
      await dialog.getByRole('tab', { name: 'Horários de atendimento' }).click();
      await expectAccessible(page, `the hours at ${width}`);
      await expectNoSidewaysScroll(page, `the hours at ${width}`);
    }
    expect(complaints).toEqual([]);
  });
});
