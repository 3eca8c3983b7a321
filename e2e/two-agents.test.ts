import { ticketsApi } from '@prosa/contracts/tickets';
import type { Page, WebSocketRoute } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { bubbles, eventually, logIn, phoneOf, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

describe.runIf(hasChrome)('two agents, one customer, a dropped network', () => {
  const stage = openStage();

  test('nothing sent twice, nothing shown twice, nothing missing', async () => {
    const admin = await stage.world.company();
    const queueId = await stage.world.queue(admin);
    const whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    const [paula, rui] = [await stage.world.colleague(admin, 'user', { queueIds: [queueId] }), await stage.world.colleague(admin, 'admin')];
    const phone = phoneOf(admin, whatsappId, '5511977776666', 'João Pedro');
    await phone.write('Chegou meu pedido?');
    const ticket = await ticketOf(admin, phone);
    await paula.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open', userId: paula.user.id } });

    const [first, second] = [
      await openProfile(stage.browser, stage.world.server.url),
      await openProfile(stage.browser, stage.world.server.url),
    ];
    const cable = await cableOf(first.page);
    const open = async (page: Page, who: Client) => {
      await logIn(page, who);
      await page.goto(`/tickets/${ticket.uuid}`);
      await page.getByRole('article', { name: 'Chegou meu pedido?' }).waitFor();
      return watchForTwins(page);
    };
    const twins = [await open(first.page, paula), await open(second.page, rui)];
    const heardBy = ({ page }: typeof first, words: string) => page.getByRole('article', { name: words }).waitFor();

    await say(first.page, 'Um: já vejo');
    await heardBy(second, 'Um: já vejo');
    await cable.loseNextReply();
    await say(first.page, 'Dois: um momento');
    await heardBy(second, 'Dois: um momento');
    await eventually(cable.lost).toBe(1);
    await cable.pull();
    await say(first.page, 'Três: saiu hoje');
    await first.page.locator('input[type=file]').setInputFiles({ name: 'nota.png', mimeType: 'image/png', buffer: dot });
    await first.page.getByText('nota.png').first().waitFor();
    await say(first.page, 'Quatro: a nota');
    await phone.write('Cinco: obrigado');
    await heardBy(second, 'Cinco: obrigado');
    await say(second.page, 'Seis: sou o Rui');
    await eventually(phone.texts).toContainEqual(expect.stringContaining('Seis'));
    await phone.write('Sete: olá Rui');
    await heardBy(second, 'Sete: olá Rui');
    await eventually(() => first.page.getByRole('article').count()).toBe(5);
    await cable.plug();

    const told = ['Chegou', 'Um', 'Dois', 'Cinco', 'Seis', 'Sete', 'Três', 'Quatro'];
    const said = (all: string[]) => all.map((each) => told.find((word) => each.includes(word)) ?? each);
    await eventually(async () => said(await bubbles(first.page))).toEqual(told);
    await eventually(async () => said(await phone.texts())).toEqual(told);
    const isDone = (each: string) => !each.startsWith('Você') || each.endsWith('Entregue');
    await eventually(async () => (await bubbles(first.page)).every(isDone)).toBe(true);
    const live = await bubbles(first.page);
    await eventually(() => bubbles(second.page)).toEqual(live);
    expect(await Promise.all(twins.map((seen) => seen()))).toEqual([[], []]);
    await first.page.reload();
    await eventually(() => bubbles(first.page)).toEqual(live);
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  });
});

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Mensagem' }).fill(words);
  await page.keyboard.press('Enter');
}

/** Notes whatever stands there twice, if only for one frame. */
async function watchForTwins(page: Page): Promise<() => Promise<string[]>> {
  const twins = await page.evaluateHandle(() => {
    const seen = new Set<string>();
    const look = () => {
      const words = [...document.querySelectorAll('[role=log] article')].map(
        (each) => each.getAttribute('aria-label')?.split(', ')[2] ?? '',
      );
      for (const word of words.filter((each, at) => words.indexOf(each) !== at)) seen.add(word);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    return seen;
  });
  return () => twins.evaluate((seen) => [...seen]);
}

/** The browser's own offline switch leaves open sockets alone; a pulled cable cuts them as well. */
async function cableOf(page: Page) {
  const open = new Set<WebSocketRoute>();
  let isPulled = false;
  let lost = 0;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isPulled) return void socket.close();
    const server = socket.connectToServer();
    open.add(socket).add(server);
  });
  return {
    /** The server hears and stores the next message, and its answer never arrives. */
    loseNextReply: () =>
      page.route(
        '**/messages/*',
        async (route) => {
          await route.fetch();
          await route.abort('connectionreset');
          lost += 1;
        },
        { times: 1 },
      ),
    async pull() {
      expect(open.size).toBeGreaterThan(0);
      isPulled = true;
      await page.context().setOffline(true);
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
    },
    async plug() {
      isPulled = false;
      await page.context().setOffline(false);
    },
    lost: () => lost,
  };
}
