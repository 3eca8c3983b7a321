import { contactsApi } from '@prosa/contracts/contacts';
import { webhooksApi } from '@prosa/contracts/webhooks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { openReceiver } from '../server/test/receiver.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, phoneOf } from './journey.ts';
import { openStage } from './stage.ts';

const patience = 240_000;
const secret = 'um segredo de dezesseis';

const receiver = await openReceiver(secret);

describe.runIf(hasChrome)('the doors for other programs', () => {
  const stage = openStage({ OUTBOUND_ALLOW: `webhook:${receiver.host}` });
  let admin: Client;
  /** Who looks at the screen: a second sign-in of one person would end the first. */
  let reader: Client;
  let whatsappId: number;

  beforeAll(async () => {
    admin = await stage.world.company();
    reader = await stage.world.colleague(admin, 'admin');
    whatsappId = await stage.world.connection(admin, { name: 'Vendas' });
  });
  afterAll(() => receiver.close());

  async function enter(width: number) {
    const profile = await openProfile(stage.browser, stage.world.server.url, { width });
    await profile.page.emulateMedia({ reducedMotion: 'reduce' });
    await logIn(profile.page, reader);
    return profile;
  }

  test.each([1440, 390])('at %i px: the page of the API sends a message to a phone', { timeout: patience }, async (width) => {
    const { page, complaints, context } = await enter(width);
    const phone = phoneOf(admin, whatsappId, `55119444400${String(width).slice(0, 2)}`, 'Cliente');
    await page.goto('/messages-api');
    await page.getByRole('heading', { name: 'Como usar' }).waitFor();
    await page.getByLabel('Usar o token da conexão').selectOption('Vendas');
    await eventually(() => page.getByLabel('Token', { exact: true }).inputValue()).not.toBe('');
    await page.getByLabel('Número').fill(phone.number);
    await page.getByLabel('Mensagem', { exact: true }).fill('Seu pedido saiu');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByText('Mensagem enviada com sucesso').waitFor();
    await eventually(phone.texts).toEqual(['Seu pedido saiu']);
    await expectAccessible(page, '/messages-api');
    await expectNoSidewaysScroll(page, '/messages-api');
    await page.getByRole('tab', { name: 'Mídia' }).click();
    await page
      .getByLabel('Arquivo')
      .setInputFiles({ name: 'boleto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await eventually(async () => (await phone.read()).map(({ mediaType }) => mediaType)).toContain('application');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each([1440, 390])('at %i px: a webhook is added, tells, and tells again', { timeout: patience }, async (width) => {
    const { page, complaints, context } = await enter(width);
    const name = `Sistema ${width}`;
    await page.goto('/webhooks');
    await page.getByRole('button', { name: 'Adicionar webhook' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Adicionar webhook' });
    await dialog.getByLabel('Nome').fill(name);
    await dialog.getByLabel('Endereço (URL)').fill(`${receiver.url}?width=${width}`);
    await dialog.getByLabel('Segredo', { exact: true }).fill(secret);
    await expectAccessible(page, 'webhook dialog');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('dialog', { name: `Segredo de ${name}` }).waitFor();
    await expectAccessible(page, 'secret');
    await page.keyboard.press('Escape');
    const before = receiver.received.length;
    await admin.call(contactsApi.create, { body: { name: 'Ana', number: `55119333300${String(width).slice(0, 2)}` } });
    await eventually(() => receiver.received.length).toBeGreaterThan(before);
    await page.getByText(name, { exact: true }).waitFor();
    await expectAccessible(page, '/webhooks');
    await expectNoSidewaysScroll(page, '/webhooks');
    await openDeliveries(page, name, width);
    const log = page.getByRole('dialog', { name: `Entregas de ${name}` });
    await log.getByText('Entregue', { exact: true }).first().waitFor();
    await expectAccessible(page, 'deliveries');
    const once = receiver.received.length;
    await log
      .getByRole('button', { name: /^Enviar de novo/ })
      .first()
      .click();
    await eventually(() => receiver.received.length).toBeGreaterThan(once);
    await page.keyboard.press('Escape');
    expect(receiver.faults).toEqual([]);
    await lookAtGuide(page, width);
    const { webhooks } = await admin.call(webhooksApi.list, { query: {} });
    for (const { id } of webhooks) await admin.call(webhooksApi.remove, { params: { id } });
    await page.getByText('Nenhum webhook').waitFor();
    await expectAccessible(page, 'no webhooks');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** On a phone the actions of a card are in its menu, which comes after that of the page. */
async function openDeliveries(page: Page, name: string, width: number): Promise<void> {
  const button = page.getByRole('button', { name: `Entregas de ${name}` });
  if (width < 600 && (await button.count()) === 0) {
    await page
      .getByRole('button', { name: /Mais ações/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: /Entregas/ }).click();
  } else await button.click();
}

async function lookAtGuide(page: Page, width: number): Promise<void> {
  const button = page.getByRole('button', { name: 'Como receber' });
  if (width < 600 && (await button.count()) === 0) {
    await page
      .getByRole('button', { name: /Mais ações/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Como receber' }).click();
  } else await button.click();
  await page.getByRole('dialog', { name: 'Como receber' }).waitFor();
  await expectAccessible(page, 'guide');
  await page.keyboard.press('Escape');
}
