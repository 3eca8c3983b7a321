import { contactsApi } from '@prosa/contracts/contacts';
import { kanbanApi, laneOf } from '@prosa/contracts/kanban';
import { tagsApi } from '@prosa/contracts/tags';
import { ticketsApi } from '@prosa/contracts/tickets';
import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { fillBoard } from './big-board.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { bubbles, eventually, logIn, phoneOf, reach, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

const stages = ['Orçamento', 'Negociação', 'Fechamento'];

describe.runIf(hasChrome)('the board, in a real browser', () => {
  const stage = openStage();
  let numbers = 0;

  /** Three lanes, and as many cards in the first one as are named. */
  async function office(...names: string[]) {
    const { world } = stage;
    const admin = await world.company();
    const queueId = await world.queue(admin);
    const whatsappId = await world.connection(admin, { queueIds: [queueId] });
    const tags: number[] = [];
    for (const name of stages) tags.push((await admin.call(tagsApi.create, { body: { name, kanban: 1 } })).id);
    const newCard = async (name: string) => {
      numbers += 1;
      const contact = await admin.call(contactsApi.create, { body: { name, number: `55119${40_000_000 + numbers}` } });
      return admin.call(ticketsApi.create, { body: { contactId: contact.id, queueId } });
    };
    const cards = [];
    for (const name of names) cards.push(await newCard(name));
    return { admin, queueId, whatsappId, tags, cards, newCard };
  }

  /** Who logs in ends their other session: everybody is a person of their own. */
  async function openBoard(person: Client, look: Parameters<typeof openProfile>[2] = {}) {
    const opened = await openProfile(stage.browser, stage.world.server.url, look);
    await opened.page.emulateMedia({ reducedMotion: 'reduce' });
    await logIn(opened.page, person);
    await opened.page.goto('/kanban');
    await opened.page.locator('[data-card]').first().waitFor();
    return opened;
  }

  /** What each lane shows, from left to right. */
  const lanesOf = (page: Page) =>
    page.locator('[data-lane]').evaluateAll((all) =>
      all.map((lane) => ({
        name: lane.querySelector('h2')?.textContent,
        count: lane.querySelector('header [aria-hidden=true]:not(i)')?.textContent,
        cards: [...lane.querySelectorAll('[data-card]')].map((card) => card.textContent),
      })),
    );
  const placesOf = async (page: Page, card: string) =>
    (await lanesOf(page)).filter(({ cards }) => cards.includes(card)).map(({ name }) => name);
  const laneNamed = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const cardOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function until<T>(look: () => Promise<T | null>): Promise<T> {
    const found: T[] = [];
    await eventually(async () => found.push(...[await look()].filter((each) => each !== null))).toBeGreaterThan(0);
    const [first] = found;
    if (first === undefined) throw new Error('not in view');
    return first;
  }

  async function drag(page: Page, card: string, lane: string): Promise<void> {
    // Somebody else may be moving it just now: then it is drawn anew.
    const from = await until(() => cardOf(page, card).boundingBox());
    const to = await until(() => laneNamed(page, lane).boundingBox());
    await page.mouse.move(from.x + 20, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 30, { steps: 3 });
    await page.mouse.move(to.x + to.width / 2, to.y + 200, { steps: 5 });
    await page.mouse.up();
  }

  test('two people who move one card at once end with it in one lane, the same on both screens', async () => {
    const { admin, queueId, tags, cards } = await office('Ana', 'João');
    const [one, other] = [
      await openBoard(await stage.world.colleague(admin, 'admin')),
      await openBoard(await stage.world.colleague(admin, 'supervisor', { queueIds: [queueId] })),
    ];
    const ticketId = cards[0]?.id ?? 0;
    const stored = async () => {
      const lane = laneOf(await admin.call(ticketsApi.show, { params: { id: ticketId } }));
      return lane === 0 ? 'Em aberto' : stages[tags.indexOf(lane)];
    };
    const choices: Array<[string, string]> = [
      ['Orçamento', 'Negociação'],
      ['Fechamento', 'Em aberto'],
      ['Negociação', 'Fechamento'],
      ['Em aberto', 'Orçamento'],
    ];
    for (const [first, second] of choices) {
      const byMenu = async () => {
        await other.page.getByRole('button', { name: 'Mover Ana para…' }).click();
        await other.page.getByRole('menuitemradio', { name: second }).click();
      };
      await Promise.all([drag(one.page, 'Ana', first), byMenu()]);
      const settled = async () => {
        const [a, b, there] = [await placesOf(one.page, 'Ana'), await placesOf(other.page, 'Ana'), await stored()];
        return a.length === 1 && b.length === 1 && a[0] === there && b[0] === there;
      };
      await eventually(settled).toBe(true);
    }
    // And while one of them has no connection, the other goes on; then both see the same as who opens the board anew.
    await other.context.setOffline(true);
    await admin.call(kanbanApi.move, { params: { ticketId, tagId: tags[2] ?? 0 } });
    await admin.call(kanbanApi.move, { params: { ticketId: cards[1]?.id ?? 0, tagId: tags[0] ?? 0 } });
    await eventually(() => placesOf(one.page, 'Ana')).toEqual(['Fechamento']);
    await other.context.setOffline(false);
    await eventually(() => lanesOf(other.page)).toEqual(await lanesOf(one.page));
    const fresh = await openBoard(await stage.world.colleague(admin, 'admin'));
    await eventually(() => lanesOf(fresh.page)).toEqual(await lanesOf(other.page));
    for (const { complaints, context } of [one, other, fresh]) {
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  test('by keyboard alone: from card to card, to another lane, into the conversation, an answer, and back', async () => {
    const { admin, whatsappId } = await office('Ana');
    const phone = phoneOf(admin, whatsappId, '5511955550001', 'Bia');
    await phone.write('Vocês entregam hoje?');
    const waiting = await ticketOf(admin, phone);
    const person = await stage.world.colleague(admin, 'admin');
    await admin.call(ticketsApi.update, { params: { id: waiting.id }, body: { status: 'open', userId: person.user.id } });
    const { page, complaints, context } = await openBoard(person);
    await reach(page, cardOf(page, 'Bia'));
    // It stands for some seconds only, and a busy machine may take as long to see the rest.
    const thanked = page.getByText('Ticket Tag Adicionado com Sucesso!').first().waitFor();
    await page.keyboard.press('Control+ArrowRight');
    await laneNamed(page, 'Orçamento').getByRole('button', { name: 'Bia', exact: true }).waitFor();
    await page.getByText('Bia movido para Orçamento, 1 cartões').waitFor({ state: 'attached' });
    await thanked;
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await eventually(focused).toBe('Bia');
    await page.keyboard.press('m');
    await page.getByRole('menuitemradio', { name: 'Fechamento' }).waitFor();
    for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await laneNamed(page, 'Fechamento').getByRole('button', { name: 'Bia', exact: true }).waitFor();
    await eventually(focused).toBe('Bia');
    await page.keyboard.press('Enter');
    await eventually(async () => (await bubbles(page)).join()).toContain('Vocês entregam hoje?');
    await reach(page, page.getByRole('textbox', { name: 'Mensagem' }));
    await page.keyboard.type('Entregamos, até as 18h.');
    await page.keyboard.press('Enter');
    await eventually(async () => (await phone.texts()).join()).toContain('Entregamos, até as 18h.');
    expect(new URL(page.url()).pathname).toBe('/kanban');
    await laneNamed(page, 'Fechamento').getByText('Entregamos, até as 18h.').waitFor();
    await phone.write('Obrigada!');
    await laneNamed(page, 'Fechamento').getByText('Obrigada!').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('by a finger that rests on the card, and by the menu where one lane fills the screen', async () => {
    const { admin } = await office('Ana', 'João');
    const { page, complaints, context } = await openBoard(await stage.world.colleague(admin, 'admin'), { width: 900 });
    const [from, to] = [await cardOf(page, 'Ana').boundingBox(), await laneNamed(page, 'Orçamento').boundingBox()];
    if (!from || !to) throw new Error('not in view');
    const cdp = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await touch('touchStart', from.x + 20, from.y + 8);
    await page.locator('[data-dragging]').waitFor();
    for (let step = 1; step <= 6; step += 1)
      await touch('touchMove', from.x + ((to.x + 100 - from.x) * step) / 6, from.y + (150 * step) / 6);
    await touch('touchEnd');
    await laneNamed(page, 'Orçamento').getByRole('button', { name: 'Ana', exact: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('combobox', { name: 'Coluna' }).selectOption({ label: 'Em aberto (1)' });
    await page.getByRole('button', { name: 'Mover João para…' }).click();
    await page.getByRole('menuitemradio', { name: 'Fechamento' }).click();
    await page.getByRole('combobox', { name: 'Coluna' }).selectOption({ label: 'Fechamento (1)' });
    await laneNamed(page, 'Fechamento').getByRole('button', { name: 'João', exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('5,000 cards over 20 lanes: only what is in view is there, and a lane loads on as it is scrolled', async () => {
    const { admin } = await office();
    await fillBoard(stage.world.database.url, admin.user.email, { lanes: 20, cards: 5_000 });
    const { page, complaints, context } = await openBoard(await stage.world.colleague(admin, 'admin'));
    const cards = page.locator('[data-card]');
    const lane = laneNamed(page, 'Etapa 1');
    // Told with a failure: whether the pages of the lane were asked for, and what came of it.
    const asked: string[] = [];
    const note = (what: string) => (request: Request) =>
      void (request.url().includes('pageNumber') && asked.push(`${what} ${request.url()}`));
    page.on('request', note('asked'));
    page.on('requestfinished', note('answered'));
    page.on('requestfailed', note('failed'));
    expect(await lane.getByText('250 cartões').count()).toBe(1);
    expect(await cards.count()).toBeLessThan(120);
    await lane.locator('[data-card]').first().hover();
    const furthest = () =>
      lane.locator('li').evaluateAll((all) => Math.max(...all.map((item) => Number(item.getAttribute('aria-posinset')))));
    const turn = async () => {
      await page.mouse.wheel(0, 2500);
      return { furthest: await furthest(), asked: asked.slice(-4) };
    };
    await eventually(turn).toMatchObject({ furthest: 250 });
    for (let turns = 0; turns < 12; turns += 1) {
      await page.mouse.wheel(600, 0);
      expect(await cards.count()).toBeLessThan(120);
    }
    await laneNamed(page, 'Etapa 20').locator('[data-card]').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('cards of a lane that could not be loaded come by themselves: who stands at its end can scroll no further', async () => {
    const { admin } = await office();
    await fillBoard(stage.world.database.url, admin.user.email, { lanes: 1, cards: 60 });
    const { page, context } = await openBoard(await stage.world.colleague(admin, 'admin'));
    let asked = 0;
    await page.route(/pageNumber=2/, (route) => (++asked === 1 ? route.abort() : route.continue()));
    const cards = laneNamed(page, 'Etapa 1').locator('li');
    const toEnd = () => cards.last().evaluate((card) => card.closest('ul')?.parentElement?.scrollTo({ top: 1e6 }));
    await toEnd();
    await eventually(() => asked).toBe(1);
    await toEnd();
    await eventually(() => asked).toBe(2);
    await eventually(() => laneNamed(page, 'Etapa 1').locator('[aria-posinset="21"]').count()).toBe(1);
    await context.close();
  });

  test.each([1440, 390])('everybody can use the board and the tags at %i px, in both themes', async (width) => {
    const { admin, tags, cards } = await office('Ana', 'João', 'Rita');
    await admin.call(kanbanApi.move, { params: { ticketId: cards[1]?.id ?? 0, tagId: tags[0] ?? 0 } });
    const { page, complaints, context } = await openBoard(await stage.world.colleague(admin, 'admin'), { width });
    const look = async (what: string) => {
      await expectAccessible(page, `${what} at ${width}`);
      await expectNoSidewaysScroll(page, `${what} at ${width}`);
    };
    await look('/kanban');
    await page.getByRole('button', { name: 'Mover Ana para…' }).click();
    await page.getByRole('menuitemradio', { name: 'Orçamento' }).waitFor();
    await look('the menu of a card');
    await page.keyboard.press('Escape');
    await cardOf(page, 'Ana').click();
    await page.getByRole('textbox', { name: 'Mensagem' }).waitFor();
    await look('a conversation beside the board');
    await page.goto('/tags');
    await page.getByText('Negociação').first().waitFor();
    await look('/tags');
    await page.getByRole('button', { name: 'Nova tag' }).first().click();
    await page.getByRole('dialog').waitFor();
    await look('the tag dialog');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
