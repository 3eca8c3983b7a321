import { quickMessagesApi } from '@prosa/contracts/quick-messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pngOf } from '../server/test/sample-files.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, phoneOf, reach, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

const patience = 300_000;

/** Everybody can use it at both widths, in both themes, and nothing sticks out. */
async function look(page: Page, what: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${what} at ${width}`);
    await expectNoSidewaysScroll(page, `${what} at ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

describe.runIf(hasChrome)('ready answers and tasks, in a real browser', () => {
  const stage = openStage();

  test(
    'an admin shares an answer with a picture by keyboard; an agent who was off line finds it, and a customer reads it',
    async () => {
      const { world, browser } = stage;
      const admin = await world.company();
      const queueId = await world.queue(admin);
      const whatsappId = await world.connection(admin, { queueIds: [queueId] });
      const [chief, agent] = [await world.colleague(admin, 'admin'), await world.colleague(admin, 'user', { queueIds: [queueId] })];
      const phone = phoneOf(admin, whatsappId, '5511955554444', 'Bia Lima');
      await phone.write('Onde fica a loja?');
      const { id, uuid } = await ticketOf(admin, phone);
      await agent.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: agent.user.id } });
      const at = { agent: await openProfile(browser, world.server.url), chief: await openProfile(browser, world.server.url) };
      for (const { page } of Object.values(at)) await page.emulateMedia({ reducedMotion: 'reduce' });

      await logIn(at.agent.page, agent);
      await at.agent.page.goto('/quick-messages');
      await at.agent.page.getByText('Crie respostas prontas e use-as no chat digitando /.').waitFor();
      await at.agent.context.setOffline(true);

      const { page } = at.chief;
      await logIn(page, chief);
      await page.goto('/quick-messages');
      await page.getByRole('button', { name: 'Adicionar' }).first().waitFor();
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Atalho').waitFor();
      await page.keyboard.type('/onde fica');
      await reach(page, dialog.getByLabel('Mensagem'));
      await page.keyboard.type('Olá, ');
      await reach(page, dialog.getByRole('button', { name: 'Inserir Primeiro nome' }));
      await page.keyboard.press('Enter');
      await page.keyboard.type('! A *loja* fica na rua 7.');
      await dialog.getByText('Olá, Ana! A').waitFor();
      await dialog.locator('input[type=file]').setInputFiles({ name: 'mapa.png', mimeType: 'image/png', buffer: await pngOf(40, 30) });
      await reach(page, dialog.getByRole('switch', { name: 'Compartilhar com a empresa' }));
      await page.keyboard.press('Space');
      await look(page, 'the form');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Messagem adicionada com sucesso.').waitFor();
      await page.getByRole('table').getByText('/onde-fica').waitFor();
      await look(page, '/quick-messages');

      await at.agent.context.setOffline(false);
      await at.agent.page.getByRole('table').getByText('/onde-fica').waitFor();
      expect(await at.agent.page.getByRole('button', { name: 'Editar /onde-fica' }).count()).toBe(0);
      await at.agent.page.goto(`/tickets/${uuid}`);
      const field = at.agent.page.getByRole('textbox', { name: 'Mensagem' });
      await field.fill('/ond');
      const option = at.agent.page.getByRole('listbox', { name: 'Respostas rápidas' }).getByRole('option');
      await option.first().waitFor();
      expect(await option.allTextContents()).toEqual(['/onde-fica — Olá, {{firstName}}! A…']);
      await look(at.agent.page, 'the suggestions');
      await field.press('Enter');
      await eventually(() => field.inputValue()).toBe('Olá, Bia! A *loja* fica na rua 7.');
      await at.agent.page.getByRole('list', { name: 'Arquivos a enviar' }).getByText('mapa.png').waitFor();
      await field.press('Enter');
      await eventually(async () => (await phone.texts()).at(-1)).toContain('Olá, Bia! A *loja* fica na rua 7.');
      expect([...at.agent.complaints, ...at.chief.complaints]).toEqual([]);
      // Who logs in ends their other session, and that is over now.
      await agent.logIn(agent.user.email);
      expect(await agent.call(quickMessagesApi.everyone, { query: {} })).toMatchObject([{ shortcode: 'onde-fica', uses: 1 }]);
    },
    patience,
  );

  test(
    'tasks are added, edited, done, moved and deleted by keyboard alone, and are there after a reload',
    async () => {
      const agent = await stage.world.colleague(await stage.world.company());
      const { page, complaints } = await openProfile(stage.browser, stage.world.server.url);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await logIn(page, agent);
      await page.goto('/todolist');
      await page.getByText('Nenhuma tarefa ainda. Anote a primeira acima.').waitFor();
      await look(page, '/todolist, empty');
      await reach(page, page.getByLabel('Nova tarefa'));
      for (const words of ['Ligar para Ana', '   ', 'Enviar proposta', 'Fechar o caixa']) {
        await page.keyboard.type(words);
        await page.keyboard.press('Enter');
      }
      const texts = () => page.locator('[data-words] > span:first-child').allTextContents();
      const focused = () => page.evaluate(() => document.activeElement?.firstElementChild?.textContent);
      await eventually(texts).toEqual(['Ligar para Ana', 'Enviar proposta', 'Fechar o caixa']);
      await page.getByLabel('Nova tarefa').fill('');
      await reach(page, page.getByRole('button', { name: /^Ligar para Ana/ }));
      for (const key of ['ArrowDown', 'ArrowDown', 'Control+ArrowUp', 'Control+ArrowUp']) await page.keyboard.press(key);
      await eventually(texts).toEqual(['Fechar o caixa', 'Ligar para Ana', 'Enviar proposta']);
      await eventually(focused).toBe('Fechar o caixa');
      await page.keyboard.press('Enter');
      await page.getByLabel('Texto da tarefa').waitFor();
      await page.keyboard.type(' às 18h');
      await look(page, '/todolist, editing');
      await page.keyboard.press('Enter');
      await eventually(focused).toBe('Fechar o caixa às 18h');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Delete');
      await eventually(focused).toBe('Enviar proposta');
      await reach(page, page.getByRole('checkbox', { name: 'Concluída: Enviar proposta' }), 'Shift+Tab');
      await page.keyboard.press('Space');
      await look(page, '/todolist');
      await page.reload();
      await eventually(texts).toEqual(['Fechar o caixa às 18h', 'Enviar proposta']);
      expect(await page.getByRole('checkbox', { name: 'Concluída: Enviar proposta' }).isChecked()).toBe(true);
      // By mouse, too.
      const handle = page.getByRole('button', { name: 'Mover Enviar proposta' });
      await handle.hover();
      await page.mouse.down();
      const target = await page.getByRole('listitem').first().boundingBox();
      if (!target) throw new Error('there is no row');
      await page.mouse.move(target.x + 60, target.y + target.height / 2, { steps: 5 });
      await page.mouse.up();
      await eventually(texts).toEqual(['Enviar proposta', 'Fechar o caixa às 18h']);
      expect(complaints).toEqual([]);
    },
    patience,
  );
});
