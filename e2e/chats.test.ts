import { chatsApi } from '@prosa/contracts/chats';
import { usersApi } from '@prosa/contracts/users';
import type { Page, WebSocketRoute } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { expectAccessible } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { bubbles, eventually, logIn, phoneOf, reach, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

const patience = 240_000;
const area = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true });
const bubble = (page: Page, words: string) => page.getByRole('article', { name: words });
const texts = async (page: Page) => (await bubbles(page)).map((each) => /linha \d+/.exec(each)?.[0] ?? each);

describe.runIf(hasChrome)('people of a company talk among themselves', () => {
  const stage = openStage();
  /** Who logs in at a browser is signed out elsewhere: Caio only calls. */
  let [ana, bia, caio]: Client[] = [];
  let code = '';

  beforeAll(async () => {
    const { world } = stage;
    ana = await world.company();
    bia = await world.colleague(ana);
    caio = await world.colleague(ana);
    await ana.call(usersApi.update, { params: { id: bia.user.id }, body: { name: 'Bia Prado' } });
    const whatsappId = await world.connection(ana);
    const phone = phoneOf(ana, whatsappId, '5511955554444', 'Cliente');
    await phone.write('Olá');
    ({ code } = await ticketOf(ana, phone));
  });

  async function enter(who: Client | undefined, width: number) {
    const { page, context, complaints } = await openProfile(stage.browser, stage.world.server.url, { width });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const cable = await cableOf(page);
    if (who) await logIn(page, who);
    return { page, context, complaints, cable };
  }
  const create = async (title: string) => {
    const chat = await caio?.call(chatsApi.create, { body: { title, users: [{ id: bia?.user.id ?? 0 }] } });
    if (!chat) throw new Error('nobody is signed in');
    return chat;
  };
  const say = (who: Client | undefined, id: number, message: string) => who?.call(chatsApi.send, { params: { id }, body: { message } });

  test.each([1440, 390])('a chat is begun, answered, found unread and read at %i px', { timeout: patience }, async (width) => {
    const mine = await enter(ana, width);
    const { page } = mine;
    const title = `Plantão ${width}`;
    await page.goto('/chats');
    await page.getByRole('button', { name: 'Nova conversa' }).click();
    await page.getByRole('checkbox', { name: 'Bia Prado' }).waitFor();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Por favor, preencha o título da conversa.').waitFor();
    await page.getByText('Por favor, selecione pelo menos um usuário.').waitFor();
    await expectAccessible(page, 'chat dialog');
    await page.getByLabel('Título').fill(title);
    await page.getByRole('checkbox', { name: 'Bia Prado' }).check();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Nenhuma mensagem ainda.').waitFor();
    // A mention by keyboard, a ticket by its protocol number, a new line and Enter.
    await area(page).pressSequentially('Oi @bi');
    await page.getByRole('option', { name: 'Bia Prado' }).waitFor();
    await page.keyboard.press('Enter');
    await area(page).pressSequentially(`veja #${code}`);
    await page.keyboard.press('Shift+Enter');
    await area(page).pressSequentially('obrigada');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Abrir atendimento ${code}` }).waitFor();
    await eventually(() => area(page).inputValue()).toBe('');
    await page.locator('input[type=file]').setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('nota') });
    await page.getByText('nota.txt').filter({ visible: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await eventually(async () => (await bubbles(page)).length).toBe(2);
    await expectAccessible(page, 'chat');

    const theirs = await enter(bia, width);
    await theirs.page.getByRole('button', { name: 'Chat interno: 1 conversa não lida' }).click();
    await theirs.page.getByRole('link', { name: title }).waitFor();
    await expectAccessible(theirs.page, 'chats popover');
    if (width === 1440) await theirs.page.getByRole('img', { name: 'Há conversas não lidas' }).waitFor();
    await theirs.page.getByRole('link', { name: title }).click();
    await bubble(theirs.page, 'obrigada').waitFor();
    await theirs.page.getByRole('button', { name: 'Chat interno', exact: true }).waitFor();
    await theirs.page.getByText('@Bia Prado').waitFor();
    // Only who owns it changes it.
    expect(await theirs.page.getByRole('button', { name: `Ações de ${title}` }).count()).toBe(0);
    if (width === 390) {
      const tabs = theirs.page.getByRole('navigation', { name: 'Visões' });
      await tabs.getByRole('button', { name: 'Chats' }).click();
      await theirs.page.getByRole('heading', { name: 'Chat interno' }).waitFor();
      await expectAccessible(theirs.page, 'list of chats');
      // What comes while only the list is shown stays unread.
      await area(page).fill('Viu?');
      await page.keyboard.press('Enter');
      await theirs.page.getByText('1 mensagem não lida').waitFor();
      await tabs.getByRole('button', { name: 'Mensagens' }).click();
    } else {
      await area(page).fill('Viu?');
      await page.keyboard.press('Enter');
    }
    await bubble(theirs.page, 'Viu?').waitFor();
    await theirs.page.getByRole('button', { name: 'Chat interno', exact: true }).waitFor();
    await page.getByRole('button', { name: `Abrir atendimento ${code}` }).click();
    await page.waitForURL('**/tickets/*');
    expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
    await mine.context.close();
    await theirs.context.close();
  });

  test('what is typed is never lost, and after a dropped connection all is as after a fresh load', { timeout: patience }, async () => {
    const chat = await create('Sem rede');
    const other = await create('Outra');
    const { page, cable, context, complaints } = await enter(bia, 1440);
    await page.goto(`/chats/${chat.uuid}`);
    await area(page).fill('um rascunho');
    await page.getByRole('link', { name: 'Outra' }).click();
    await page.getByRole('heading', { name: 'Outra' }).waitFor();
    await eventually(() => area(page).inputValue()).toBe('');
    await page.getByRole('link', { name: 'Sem rede' }).click();
    await eventually(() => area(page).inputValue()).toBe('um rascunho');
    await cable.pull();
    await page.keyboard.press('Enter');
    await bubble(page, 'um rascunho').waitFor();
    await say(caio, chat.id, 'enquanto isso');
    await say(caio, other.id, 'noutra');
    await cable.plug();
    await bubble(page, 'enquanto isso').waitFor();
    await page.getByRole('link', { name: 'Outra' }).getByText('1 mensagem não lida').waitFor();
    const shown = async () => ({
      list: await page.getByRole('list', { name: 'Chats' }).getByRole('link').allInnerTexts(),
      said: await bubbles(page),
    });
    const sent = async () => (await caio?.call(chatsApi.messages, { params: { id: chat.id }, query: {} }))?.records.length;
    await eventually(sent).toBe(2);
    await eventually(async () => (await shown()).list[0]).toContain('um rascunho');
    const kept = await shown();
    await page.reload();
    await eventually(shown).toEqual(kept);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a long chat scrolls to older messages, is searched, and is used by keyboard', { timeout: patience }, async () => {
    const chat = await create('Longa');
    for (let n = 1; n <= 90; n += 1) await say(caio, chat.id, `linha ${n}`);
    const { page, context, complaints } = await enter(bia, 1440);
    await page.goto(`/chats/${chat.uuid}`);
    await bubble(page, 'linha 90').waitFor();
    const log = page.getByRole('log');
    // Within 600 px of the top what is older comes by itself.
    await eventually(async () => {
      await log.evaluate((element) => {
        const scroller = [element, ...element.querySelectorAll('*')].find((each) => each.scrollHeight > each.clientHeight + 10);
        scroller?.scrollBy(0, -400);
      });
      return (await texts(page)).includes('linha 1');
    }).toBe(true);
    await page.getByRole('button', { name: 'Buscar na conversa' }).click();
    await page.keyboard.type('linha 45');
    await bubble(page, 'linha 45').waitFor();
    await page.keyboard.press('Escape');
    // The list, the chat and the field are reached by keyboard alone.
    await page.getByRole('searchbox').focus();
    await reach(page, page.getByRole('link', { name: 'Longa' }));
    await reach(page, area(page));
    await page.keyboard.type('pelo teclado');
    await page.keyboard.press('Enter');
    await bubble(page, 'pelo teclado').waitFor();
    // Who is taken out of it is led to the list.
    await caio?.call(chatsApi.remove, { params: { id: chat.id } });
    await page.waitForURL('**/chats');
    await page.getByText('Selecione ou crie uma conversa.').waitFor();
    expect(await page.getByRole('link', { name: 'Longa' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** The browser's own offline switch leaves open sockets alone; a pulled cable cuts them as well. */
async function cableOf(page: Page) {
  const open = new Set<WebSocketRoute>();
  let isPulled = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isPulled) return void socket.close();
    open.add(socket).add(socket.connectToServer());
  });
  return {
    async pull() {
      isPulled = true;
      await page.context().setOffline(true);
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
    },
    async plug() {
      isPulled = false;
      await page.context().setOffline(false);
    },
  };
}
