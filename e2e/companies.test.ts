import { companiesApi } from '@prosa/contracts/companies';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { logIn, reach } from './journey.ts';
import { openStage } from './stage.ts';

describe.runIf(hasChrome)('the platform’s people and its companies', () => {
  const stage = openStage();
  let boss: Client;
  let shop: Client;

  beforeAll(async () => {
    boss = stage.world.client();
    await boss.logIn(stage.world.config.ADMIN_EMAIL);
    shop = await stage.world.company();
  });

  test.each([1440, 390])('companies, plans and the overview, at %i px in both themes', async (width) => {
    const { page, complaints, context } = await openProfile(stage.browser, stage.world.server.url, { width });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await logIn(page, boss);
    const look = async (path: string, ready: () => Promise<unknown>) => {
      await page.goto(path);
      await ready();
      await expectAccessible(page, path);
      await expectNoSidewaysScroll(page, path);
    };
    const lookAtDialog = async (name: string) => {
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
      await expectAccessible(page, name);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await look('/settings?tab=companies', () => page.getByRole('table').getByText(shop.user.company.name).waitFor());
    await lookAtDialog('Adicionar empresa');
    if (width > 600) {
      await lookAtDialog(`Horários de ${shop.user.company.name}`);
      await lookAtDialog('Confirmar pagamento');
    }
    await look('/settings?tab=plans', () => page.getByRole('table').getByText('Plano 1').waitFor());
    await lookAtDialog('Adicionar plano');
    await look('/settings?tab=overview', () => page.getByRole('table').getByText(shop.user.company.name).waitFor());
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a due date moved by «+ Vencimento» is the company’s at once', async () => {
    const { page, context } = await openProfile(stage.browser, stage.world.server.url, { width: 1440 });
    await logIn(page, boss);
    await page.goto('/settings?tab=companies');
    await page.getByRole('button', { name: `Editar ${shop.user.company.name}` }).click();
    await page.getByLabel('Recorrência').selectOption({ label: 'Anual' });
    await page.getByRole('button', { name: '+ Vencimento' }).click();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Operação realizada com sucesso!').waitFor();
    const { dueDate, recurrence } = await shop.call(companiesApi.show, { params: { id: shop.user.companyId } });
    const before = shop.user.company.dueDate ?? '';
    expect(recurrence).toBe('ANUAL');
    expect(Number(dueDate?.slice(0, 4)) - Number(before.slice(0, 4))).toBe(1);
    await context.close();
  });

  test('by keyboard alone: tabs, a new company, its due date, its hours, and the question before it is deleted', {
    timeout: 300_000,
  }, async () => {
    const { page, complaints, context } = await openProfile(stage.browser, stage.world.server.url, { width: 1440 });
    await logIn(page, boss);
    await page.goto('/settings');
    await reach(page, page.getByRole('tab', { name: 'Opções' }));
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Empresas', exact: true }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'Visão geral', exact: true }).waitFor();
    expect(await page.getByRole('tab', { name: 'Visão geral' }).evaluate((tab) => tab === document.activeElement)).toBe(true);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('table').getByText(shop.user.company.name).waitFor();
    await page.keyboard.press('n');
    const type = async (label: string, text: string) => {
      await reach(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    };
    await type('Nome', 'Padaria do Zé');
    await type('Email', 'ze@padaria.exemplo');
    await type('Senha', 'segredo-do-ze');
    await type('Plano', 'Plano 1');
    await type('Data de vencimento', '31012031');
    await reach(page, page.getByRole('button', { name: '+ Vencimento' }));
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Data de vencimento', { exact: true }).inputValue()).toBe('28/02/2031');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Operação realizada com sucesso!').waitFor();
    const row = page.getByRole('row', { name: /Padaria do Zé/ });
    expect(await row.textContent()).toContain('28/02/2031');
    await reach(page, row.getByRole('button', { name: 'Horários de Padaria do Zé' }));
    await page.keyboard.press('Enter');
    await type('sábado: Fim', '1300');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Horários atualizados com sucesso.').waitFor();
    await reach(page, row.getByRole('button', { name: 'Excluir Padaria do Zé' }));
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Excluir Padaria do Zé?' });
    await question.waitFor();
    expect(await question.getByRole('button', { name: 'Cancelar' }).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await row.count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
