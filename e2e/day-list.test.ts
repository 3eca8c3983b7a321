import { settingsApi } from '@prosa/contracts/settings';
import { tagsApi } from '@prosa/contracts/tags';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, sayIn } from '../server/test/browser.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, type Phone, phoneOf, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

const names = ['Ana Clara', 'João Pedro Martins', 'Rita Lima', 'Bruno Albuquerque', 'Carla Teixeira'];

describe.runIf(hasChrome)("an agent's day: the lists, in a real browser", () => {
  const stage = openStage();
  let [bia, rui, admin]: Client[] = [];
  let page: Page;
  let complaints: string[];
  const phones: Phone[] = [];
  const tickets: Ticket[] = [];
  const row = (name: string) => page.locator('[data-row]', { hasText: name });
  const tab = (name: RegExp) => page.getByRole('tab', { name });

  beforeAll(async () => {
    admin = await stage.world.company();
    const queueId = await stage.world.queue(admin);
    const whatsappId = await stage.world.connection(admin, { queueIds: [queueId], name: 'WhatsApp Vendas' });
    const second = await stage.world.connection(admin, { queueIds: [queueId], name: 'WhatsApp Suporte' });
    for (const key of ['sendGreetingAccepted', 'userRating'])
      await admin.call(settingsApi.update, { params: { key }, body: { value: 'enabled' } });
    [bia, rui] = [
      await stage.world.colleague(admin, 'user', { queueIds: [queueId] }),
      await stage.world.colleague(admin, 'user', { queueIds: [queueId] }),
    ];
    for (const [index, name] of names.entries()) {
      const phone = phoneOf(admin, index === 4 ? second : whatsappId, `551197777000${index}`, name);
      await phone.write(`Preciso do boleto ${index}`);
      phones.push(phone);
      tickets.push(await ticketOf(admin, phone));
    }
    const boss = admin;
    const tags = await Promise.all(
      ['Cliente VIP', 'Orçamento', 'Urgente'].map((name) => boss.call(tagsApi.create, { body: { name, color: '#6E53C5' } })),
    );
    await admin.call(tagsApi.sync, { body: { ticketId: tickets[0]?.id ?? 0, tags: tags.map(({ id }) => ({ id })) } });
    for (const ticket of tickets.slice(0, 2))
      await bia.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open', userId: bia.user.id } });
    ({ page, complaints } = await openProfile(stage.browser, stage.world.server.url));
    await logIn(page, bia);
  });

  test('a row says what a person said, and who: not the greeting, no signature, a colleague by name', async () => {
    await eventually(() => row('Ana Clara').textContent()).toContain('Preciso do boleto 0');
    expect(await row('Ana Clara').textContent()).not.toContain('Mensagem Automática');
    await row('Ana Clara').click();
    await page.getByRole('textbox', { name: 'Mensagem' }).fill('Segue o boleto');
    await page.keyboard.press('Enter');
    await eventually(() => row('Ana Clara').textContent()).toContain('Você: Segue o boleto');
    await (admin as Client).call(ticketsApi.update, { params: { id: tickets[1]?.id ?? 0 }, body: { userId: rui?.user.id ?? 0 } });
    await sayIn(rui as Client, tickets[1]?.id ?? 0, `*${rui?.user.name}:*\nJá vejo`);
    await (admin as Client).call(ticketsApi.update, { params: { id: tickets[1]?.id ?? 0 }, body: { userId: bia?.user.id ?? 0 } });
    await eventually(() => row('João Pedro').textContent()).toContain(`${rui?.user.name.split(' ')[0]}: Já vejo`);
  });

  test('after undoing a resolve the row says what it said', async () => {
    await row('Ana Clara').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Resolver' }).click();
    await page.getByText('Atendimento resolvido').waitFor();
    await eventually(async () => (await (phones[0] as Phone).texts()).some((text) => text.includes('avaliar'))).toBe(true);
    await page.keyboard.press('Control+z');
    await eventually(() => row('Ana Clara').textContent()).toContain('Você: Segue o boleto');
  });

  test('chips are whole: the queue, one tag and how many more, the owner by picture, the connection where there are several', async () => {
    const chips = row('Ana Clara').locator('[data-chip]');
    expect(await chips.allTextContents()).toEqual(['Vendas', 'Cliente VIP', '+2', 'WhatsApp Vendas']);
    const cut = await page.locator('[data-chip]').evaluateAll((all) => all.filter((chip) => chip.scrollWidth > chip.clientWidth).length);
    expect(cut).toBe(0);
    expect(
      await row('Ana Clara')
        .getByTitle(bia?.user.name ?? '')
        .count(),
    ).toBe(1);
    const tints = await page
      .locator('[data-row] [data-tint]')
      .evaluateAll((all) => new Set(all.map((each) => getComputedStyle(each).backgroundColor)).size);
    expect(tints).toBeGreaterThan(1);
  });

  test('who waits does so quietly: no filled button until the row is pointed at or focused, and for how long', async () => {
    await tab(/Aguardando/).click();
    const button = page.getByRole('button', { name: 'Aceitar o atendimento de Rita Lima' });
    await button.waitFor();
    const filled = () => button.evaluate((each) => getComputedStyle(each).backgroundColor);
    const primary = await page
      .getByRole('button', { name: 'Novo', exact: true })
      .evaluate((each) => getComputedStyle(each).backgroundColor);
    await page.mouse.move(1200, 500);
    expect(await filled()).not.toBe(primary);
    await row('Rita Lima').hover();
    await eventually(filled).toBe(primary);
    await page.mouse.move(1200, 500);
    await row('Rita Lima').focus();
    await eventually(filled).toBe(primary);
    expect(await row('Rita Lima').textContent()).toMatch(/Aguarda há|Aguarda desde agora/);
    await tab(/Atendendo/).click();
  });

  test('nothing was written to the console as an error', () => expect(complaints).toEqual([]));
});
