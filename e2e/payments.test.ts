import { companiesApi } from '@prosa/contracts/companies';
import { paymentsApi } from '@prosa/contracts/payments';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { password } from '../server/test/browser.ts';
import { expectAccessible } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { logIn, reach } from './journey.ts';
import { openStage } from './stage.ts';

const patience = 240_000;

describe.runIf(hasChrome)('a company that has to pay', () => {
  const stage = openStage({ PIX_KEY: 'financeiro@prosa.example', PIX_NAME: 'Prosa', PIX_CITY: 'Campinas' });
  let boss: Client;

  beforeAll(async () => {
    boss = stage.world.client();
    await boss.logIn(stage.world.config.ADMIN_EMAIL);
  });

  const dayFromNow = (days: number) => new Date(stage.world.clock().getTime() - 10_800_000 + days * 86_400_000).toISOString().slice(0, 10);
  const dueIn = (company: Client, days: number) =>
    boss.call(companiesApi.update, { params: { id: company.user.companyId }, body: { dueDate: dayFromNow(days) } });
  /** As the platform's people do once their statement says which invoice the money is for. */
  const confirm = (invoiceId: number) => boss.call(paymentsApi.confirm, { params: { id: invoiceId } });
  const open = async (width: number) => {
    const profile = await openProfile(stage.browser, stage.world.server.url, { width });
    await profile.page.emulateMedia({ reducedMotion: 'reduce' });
    return profile;
  };

  test.each([390])('overdue at the login, at %i px: paid by keyboard without a session, then in', { timeout: patience }, async (width) => {
    const admin = await stage.world.company();
    await dueIn(admin, -1);
    const { page, complaints, context } = await open(width);
    await page.goto('/login');
    await page.getByLabel('Email').fill(admin.user.email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    const date = dayFromNow(-1).split('-').toReversed().join('/');
    await page.getByText(`Opss! Sua assinatura venceu ${date}. Entre em contato com o Suporte para mais informações!`).waitFor();
    await expectAccessible(page, 'overdue login');
    await reach(page, page.getByRole('button', { name: 'Pagar agora' }));
    await page.keyboard.press('Enter');
    await confirm(await fillCheckout(page));
    await page
      .getByRole('dialog')
      .getByText(/^Sua licença foi renovada até/)
      .waitFor();
    await expectAccessible(page, 'renewed');
    // "returns to / after 4 seconds": with the password that is still there, nobody has to type it again.
    await page.waitForURL((url) => ['/', '/tickets'].includes(url.pathname));
    await page.getByRole('button', { name: /^Informativos/ }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each([1440])('overdue while people work, at %i px: they are led to it, and brought back', { timeout: patience }, async (width) => {
    const admin = await stage.world.company();
    const agent = await stage.world.colleague(admin);
    const [payer, asker] = [await open(width), await open(width)];
    await logIn(payer.page, admin);
    await logIn(asker.page, agent);
    await dueIn(admin, -2);
    // One hears of it where they are, the other on coming back.
    await asker.page.reload();
    await asker.page.getByText(/Peça a um administrador da empresa que faça o pagamento/).waitFor();
    await expectAccessible(asker.page, 'whom to ask');
    const invoiceId = await fillCheckout(payer.page);
    await payer.page.keyboard.press('Escape');
    await payer.page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectAccessible(payer.page, 'overdue');
    await confirm(invoiceId);
    await asker.page.getByRole('button', { name: /^Informativos/ }).waitFor();
    await payer.page.getByRole('button', { name: /^Informativos/ }).waitFor();
    await Promise.all([payer.context.close(), asker.context.close()]);
  });
});

/** From the first step to the code, by keys alone: what is missing is asked for at its fields. Says which invoice the code is for. */
async function fillCheckout(page: Page): Promise<number> {
  const dialog = page.getByRole('dialog', { name: 'Falta pouco!' });
  const press = async (name: string) => {
    await reach(page, dialog.getByRole('button', { name, exact: true }));
    await page.keyboard.press('Enter');
  };
  await dialog.getByText('2. Personalizar').waitFor();
  await expectAccessible(page, 'checkout, plan');
  await press('PRÓXIMO');
  await dialog.getByText('O nome completo é obrigatório').waitFor();
  await expectAccessible(page, 'checkout, data');
  for (const [label, value] of [
    ['Nome completo', 'Ana Souza'],
    ['Endereço', 'Rua A, 1'],
    ['Cidade', 'Campinas'],
    ['CEP', '13000000'],
  ] as const) {
    await reach(page, dialog.getByLabel(label));
    await page.keyboard.type(value);
  }
  await press('PRÓXIMO');
  await press('PRÓXIMO');
  await dialog.getByText('Ana Souza, Rua A, 1, Campinas, 13000-000, Brasil').waitFor();
  await expectAccessible(page, 'checkout, review');
  await press('PAGAR');
  await dialog.getByText(/^TOTAL/).waitFor();
  await dialog.getByRole('img', { name: 'QR Code do Pix' }).waitFor();
  await expectAccessible(page, 'Pix');
  const [, invoiceId] = /FATURA(\d+)6304/.exec((await dialog.locator('code').textContent()) ?? '') ?? [];
  return Number(invoiceId);
}
