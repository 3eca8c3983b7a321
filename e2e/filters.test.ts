import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { quickMessagesApi } from '@prosa/contracts/quick-messages';
import { savedFiltersApi } from '@prosa/contracts/saved-filters';
import { settingsApi } from '@prosa/contracts/settings';
import { tagsApi } from '@prosa/contracts/tags';
import { ticketsApi } from '@prosa/contracts/tickets';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { rerouteOutbound } from '../server/test/rerouted-outbound.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, phoneOf, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

const patience = 300_000;

/** Everybody can use it at both widths, in both themes, and nothing sticks out. */
async function look(page: Page, what: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${what} at ${width}`);
    await expectNoSidewaysScroll(page, `${what} at ${width}`);
    await picture(page, `${what} ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** For people who look at the screens themselves. */
async function picture(page: Page, what: string): Promise<void> {
  const folder = process.env.PROSA_PICTURES;
  if (!folder) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `${folder}/${what.replaceAll(/\W+/g, '-')}-${colorScheme}.png` });
  }
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

/** A shop on the internet, which only the server may visit. */
const visitors: string[] = [];
const shop = http.createServer((request, response) => {
  visitors.push(request.headers['user-agent'] ?? '');
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      '<title>Vestido &lt;b&gt;floral&lt;/b&gt;</title><meta name="description" content="Tamanhos P, M e G">' +
        '<meta property="og:site_name" content="Loja da Ana">',
    );
});
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));

describe.runIf(hasChrome)('filters, previews and second thoughts, in a real browser', () => {
  const stage = openStage({}, rerouteOutbound('loja.example', (shop.address() as AddressInfo).port));
  afterAll(() => {
    shop.closeAllConnections();
    shop.close();
  });

  async function office() {
    const { world, browser } = stage;
    const admin = await world.company();
    const queueId = await world.queue(admin);
    const whatsappId = await world.connection(admin, { queueIds: [queueId] });
    const [chief, agent] = [
      await world.colleague(admin, 'supervisor', { queueIds: [queueId] }),
      await world.colleague(admin, 'user', { queueIds: [queueId] }),
    ];
    const tag = await admin.call(tagsApi.create, { body: { name: 'Cliente VIP', color: '#7C3AED' } });
    const phones = ['Ana Lima', 'Bia Souza', 'Caio Reis'].map((name, place) => phoneOf(admin, whatsappId, `551195555440${place}`, name));
    for (const phone of phones) {
      await phone.write(`Oi, sou ${phone.name}`);
      const { id } = await ticketOf(admin, phone);
      await agent.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: agent.user.id } });
    }
    const [first] = phones;
    if (!first) throw new Error('nobody wrote');
    const ticket = await ticketOf(admin, first);
    await agent.call(tagsApi.sync, { body: { ticketId: ticket.id, tags: [tag.id] } });
    const open = async (who: typeof agent) => {
      const { page } = await openProfile(browser, world.server.url);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await logIn(page, who);
      return page;
    };
    return { admin, chief, agent, tag, ticket, first, open };
  }

  test(
    'a supervisor saves a filter by keyboard and shares it; an agent sees the chip at once and narrows their list with it',
    async () => {
      const { admin, chief, agent, tag, open } = await office();
      const [page, atAgent] = [await open(chief), await open(agent)];
      const rows = () => atAgent.getByRole('list', { name: 'Atendendo' }).getByRole('listitem').count();
      await eventually(rows).toBe(3);

      await page.keyboard.press('/');
      await page.getByRole('button', { name: 'Tags', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Cliente VIP' }).check();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Salvar filtro' }).click();
      const dialog = page.getByRole('dialog', { name: 'Salvar filtro' });
      await dialog.getByLabel('Nome').waitFor();
      await page.keyboard.type('Os VIPs');
      await dialog.getByRole('switch', { name: 'Compartilhar com a empresa' }).check();
      await dialog.getByText('Cliente VIP').waitFor();
      await look(page, 'the dialog of a filter');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Filtro salvo.').waitFor();
      await eventually(() => focused(page)).toContain('Os VIPs');

      const chip = atAgent.getByRole('button', { name: /^Os VIPs/ });
      await chip.waitFor();
      await atAgent.keyboard.press('f');
      await atAgent.keyboard.press('Enter');
      expect(await chip.getAttribute('aria-pressed')).toBe('true');
      await eventually(rows).toBe(1);
      await look(atAgent, 'a filter that is applied');

      await admin.call(tagsApi.remove, { params: { id: tag.id } });
      await atAgent.getByText('O resto foi aplicado.').waitFor();
      await eventually(rows).toBe(3);
      await look(atAgent, 'a filter that lost its tag');
      await admin.call(tagsApi.restore, { params: { id: tag.id } });
      await eventually(rows).toBe(1);
      await atAgent.keyboard.press('Enter');
      await eventually(rows).toBe(3);

      await page.getByRole('button', { name: 'Editar o filtro Os VIPs' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
      await page.getByText('Filtro excluído.').waitFor();
      await eventually(() => chip.count()).toBe(0);
      await page.keyboard.press('Control+z');
      await chip.waitFor();
      expect(await admin.call(savedFiltersApi.list, { query: {} })).toMatchObject([{ name: 'Os VIPs', tags: [tag.id], shared: true }]);
    },
    patience,
  );

  test(
    'a tag and a ready answer that were deleted by mistake are back with Desfazer and with Ctrl+Z, also before colleagues',
    async () => {
      const { admin, chief, agent, tag, ticket, open } = await office();
      await agent.call(quickMessagesApi.create, { body: { shortcode: 'horario', message: 'Abrimos às 8 h.' } });
      const [page, atAgent] = [await open(chief), await open(agent)];
      await page.goto('/tags');
      await page.getByRole('button', { name: 'Excluir a tag Cliente VIP' }).click();
      await page.getByText('1 atendimento perde esta tag.').waitFor();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await page.getByText('Tag excluída com sucesso!').waitFor();
      await page.getByRole('button', { name: 'Desfazer' }).click();
      await page.getByRole('table').getByText('Cliente VIP').waitFor();
      expect((await admin.call(ticketsApi.show, { params: { id: ticket.id } })).tags).toMatchObject([{ id: tag.id }]);

      await atAgent.goto('/quick-messages');
      await atAgent.getByRole('button', { name: 'Excluir /horario' }).click();
      await atAgent.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await atAgent.getByText('Messagem excluída com sucesso.').waitFor();
      await atAgent.keyboard.press('Control+z');
      await atAgent.getByRole('table').getByText('/horario').waitFor();
    },
    patience,
  );

  test(
    'with the setting on, a customer’s link gets a card that the server made; the browser asks nobody',
    async () => {
      const { admin, agent, ticket, first, open } = await office();
      await admin.call(settingsApi.update, { params: { key: 'linkPreview' }, body: { value: 'enabled' } });
      const page = await open(agent);
      const asked: string[] = [];
      const address = 'https://loja.example/vestido';
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`/tickets/${ticket.uuid}`);
      await page.getByRole('log').waitFor();
      await first.write(`Gostei deste: ${address}`);
      const card = page.getByRole('link', { name: /Loja da Ana/ });
      await card.waitFor();
      expect(await card.textContent()).toBe('Loja da AnaVestido <b>floral</b>Tamanhos P, M e G');
      await look(page, 'a preview of a link');
      expect(asked.filter((url) => url.startsWith(address))).toEqual([]);
      expect(visitors).toEqual(['Prosa']);
    },
    patience,
  );
});
