import { ticketsApi } from '@prosa/contracts/tickets';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, type Phone, phoneOf, reach, resize, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

describe.runIf(hasChrome)("an agent's day: by keyboard, and on a phone, in a real browser", () => {
  const stage = openStage();
  let admin: Client;
  let bia: Client;
  let page: Page;
  let complaints: string[];
  let queueId: number;
  let whatsappId: number;
  let rita: Phone;
  const field = () => page.getByRole('textbox', { name: 'Mensagem' });
  const row = (name: string) => page.locator('a[data-row]', { hasText: name });
  const holds = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement));
  /** The focus is there, and nowhere else. */
  const focusIsOn = (target: Locator) => eventually(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
  const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
  const message = (words: string) => page.getByRole('log').getByRole('article', { name: words });

  beforeAll(async () => {
    admin = await stage.world.company();
    queueId = await stage.world.queue(admin);
    whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    bia = await stage.world.colleague(admin, 'user', { queueIds: [queueId] });
    for (const [index, name] of ['Ana Clara', 'João Pedro', 'Rita Lima'].entries()) {
      const phone = phoneOf(admin, whatsappId, `551197777000${index}`, name);
      await phone.write(`Preciso do boleto ${index}, meu e-mail é ana@exemplo.com`);
      rita = phone;
      const { id } = await ticketOf(admin, phone);
      if (index < 2) await bia.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: bia.user.id } });
    }
    ({ page, complaints } = await openProfile(stage.browser, stage.world.server.url));
    await logIn(page, bia);
    await row('Ana Clara').click();
    await page.locator('textarea:focus').waitFor();
  });

  test('Alt and an arrow go to the next conversation also from an empty field, and quote nothing', async () => {
    const before = page.url();
    await page.keyboard.press('Alt+ArrowUp');
    await eventually(() => page.url()).not.toBe(before);
    expect(await page.getByRole('button', { name: 'Não responder a esta mensagem' }).count()).toBe(0);
    await eventually(() => holds(field())).toBe(true);
    await page.keyboard.press('Alt+ArrowDown');
    await eventually(() => page.url()).toBe(before);
    await eventually(() => holds(field())).toBe(true);
  });

  test('Esc leaves the field first, for the row in the list; only then the conversation, and the row keeps the focus', async () => {
    await page.keyboard.press('Escape');
    await eventually(() => holds(row('Ana Clara'))).toBe(true);
    expect(page.url()).toMatch(/[0-9a-f-]{36}$/);
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/tickets$/);
    expect(await holds(row('Ana Clara'))).toBe(true);
    await page.keyboard.press('Enter');
    await eventually(() => holds(field())).toBe(true);
  });

  test('the search inside a conversation gives the focus back', async () => {
    await page.keyboard.press('Control+f');
    await eventually(() => holds(page.getByRole('textbox', { name: 'Buscar na conversa' }))).toBe(true);
    await page.keyboard.press('Escape');
    await eventually(() => holds(field())).toBe(true);
  });

  test('chosen files are followed by their caption', async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Anexar' }).click();
    await (await choosing).setFiles(pdf('manual.pdf'));
    await page.getByText('manual.pdf').waitFor();
    await eventually(() => holds(field())).toBe(true);
    await page.getByRole('button', { name: /Remover.*manual.pdf/ }).click();
  });

  test('F6 goes around all regions and never sticks, with and without a conversation', async () => {
    const around = async () => {
      const stops = new Set<string>();
      for (let presses = 0; presses < 8; presses += 1) {
        const before = await page.evaluate(() => document.activeElement?.closest('[data-region]')?.className);
        await page.keyboard.press('F6');
        const now = await page.evaluate(() => document.activeElement?.closest('[data-region]')?.className);
        expect(now, 'F6 leads on').not.toBe(before);
        stops.add(now ?? '');
      }
      return stops.size;
    };
    await field().focus();
    expect(await around()).toBeGreaterThanOrEqual(3);
    await page.goto('/tickets');
    await row('Ana Clara').focus();
    expect(await around()).toBeGreaterThanOrEqual(2);
  });

  test('P shows who waits, the palette knows it too, and whom one accepts is the chosen row', async () => {
    await page.goto('/tickets');
    await row('Ana Clara').waitFor();
    await page.keyboard.press('p');
    await eventually(() => page.getByRole('tab', { name: /Aguardando/ }).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('1');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Busque/ }).fill('aguardando');
    await page.getByRole('option', { name: /Ver aguardando/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Rita Lima' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.waitForURL(/[0-9a-f-]{36}$/);
    await eventually(() => row('Rita Lima').getAttribute('aria-current')).toBe('page');
  });

  test('answering: the focus goes from the field to the messages, their menus and the files, and back', async () => {
    const { keyboard } = page;
    await focusIsOn(field());
    await keyboard.type('Bom dia, Rita');
    await keyboard.press('Enter');
    await message('Bom dia, Rita').waitFor();
    await focusIsOn(field());
    await reach(page, message('Bom dia, Rita'), 'Shift+Tab');
    await keyboard.press('Home');
    await focusIsOn(message('boleto 2'));
    await keyboard.press('Enter');
    await focusIsOn(page.getByRole('menuitem', { name: 'Responder' }));
    await keyboard.press('Escape');
    await focusIsOn(message('boleto 2'));
    await keyboard.press('r');
    await focusIsOn(field());
    await page.getByRole('button', { name: 'Não responder a esta mensagem' }).waitFor();
    await keyboard.press('Escape');
    await eventually(() => page.getByRole('button', { name: 'Não responder a esta mensagem' }).count()).toBe(0);
    await focusIsOn(field());
    await reach(page, message('boleto 2'), 'Shift+Tab');
    await keyboard.press('Escape');
    await focusIsOn(field());

    const choosing = page.waitForEvent('filechooser');
    await reach(page, page.getByRole('button', { name: 'Anexar' }), 'Shift+Tab');
    await keyboard.press('Enter');
    await (await choosing).setFiles([pdf('um.pdf'), pdf('dois.pdf'), pdf('tres.pdf')]);
    await page.getByText('tres.pdf').waitFor();
    await focusIsOn(field());
    const mover = page.getByRole('button', { name: 'Mudar dois.pdf de lugar' });
    await reach(page, mover, 'Shift+Tab');
    await keyboard.press('Control+ArrowLeft');
    await page.getByText('dois.pdf: 1 de 3').waitFor({ state: 'attached' });
    await focusIsOn(mover);
    await reach(page, page.getByRole('button', { name: 'Remover um.pdf' }));
    await keyboard.press('Enter');
    await eventually(() => page.getByText('um.pdf').count()).toBe(0);
    await focusIsOn(mover);
    await reach(page, field());
    await keyboard.press('Enter');
    await focusIsOn(field());
    const files = async () => (await rita.read()).filter(({ mediaType }) => mediaType === 'application').map(({ data }) => data?.fileName);
    await eventually(files).toEqual(['dois.pdf', 'tres.pdf']);
  });

  test('the rest of the day: tags, transfer, drawer, palette, resolve and undo never lose the focus', async () => {
    const { keyboard } = page;
    const tags = page.getByRole('combobox', { name: 'Buscar ou criar tag' });
    const edit = page.getByRole('button', { name: 'Editar tags' }).first();
    await keyboard.press('Escape');
    await focusIsOn(row('Rita Lima'));
    await keyboard.press('l');
    await focusIsOn(tags);
    await keyboard.type('VIP');
    await keyboard.press('Enter');
    const remove = page.getByRole('button', { name: 'Remover a tag VIP' }).first();
    await remove.waitFor();
    await focusIsOn(tags);
    await keyboard.press('Escape');
    await focusIsOn(edit);
    await reach(page, remove, 'Shift+Tab');
    await keyboard.press('Enter');
    await page.getByText('Tag VIP removida').waitFor();
    await focusIsOn(edit);
    await keyboard.press('Control+z');
    await remove.waitFor();
    await focusIsOn(edit);

    await keyboard.press('t');
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' });
    await dialog.waitFor();
    await eventually(() => holds(dialog)).toBe(true);
    await keyboard.press('Escape');
    await eventually(() => dialog.count()).toBe(0);
    await focusIsOn(edit);

    const drawer = page.getByRole('complementary', { name: 'Dados do contato' });
    await drawer.waitFor();
    await reach(page, drawer.getByRole('button', { name: 'Fechar' }));
    await keyboard.press('Enter');
    await eventually(() => drawer.count()).toBe(0);
    await focusIsOn(field());
    await keyboard.press('Escape');
    await keyboard.press('i');
    await drawer.waitFor();
    await focusIsOn(row('Rita Lima'));

    await keyboard.press('/');
    const found = page.getByRole('tabpanel', { name: 'Busca' });
    await eventually(() => holds(page.getByRole('search'))).toBe(true);
    await keyboard.type('joão');
    await found
      .getByRole('link', { name: /João Pedro/ })
      .first()
      .waitFor();
    await keyboard.press('Escape');
    await keyboard.press('Escape');
    await eventually(() => page.evaluate(() => document.activeElement?.matches('a[data-row], [role=tab]'))).toBe(true);
    await keyboard.press('1');
    await row('Rita Lima').waitFor();
    await keyboard.press('k');
    await eventually(() => page.evaluate(() => document.activeElement?.matches('a[data-row]'))).toBe(true);
    await row('Rita Lima').focus();

    const palette = page.getByRole('combobox', { name: /Busque/ });
    await keyboard.press('Control+k');
    await focusIsOn(palette);
    await keyboard.press('Escape');
    await focusIsOn(row('Rita Lima'));
    await keyboard.press('Control+k');
    await palette.fill('Editar tags');
    await page.getByRole('option', { name: /Editar tags/ }).waitFor();
    await keyboard.press('Enter');
    await focusIsOn(tags);
    await keyboard.press('Escape');
    await focusIsOn(edit);
    await keyboard.press('?');
    await eventually(() => holds(page.getByRole('dialog', { name: 'Atalhos de teclado' }))).toBe(true);
    await keyboard.press('Escape');
    await focusIsOn(edit);

    const address = page.url();
    await keyboard.press('e');
    await page.waitForURL(/\/tickets$/);
    await eventually(() => row('Rita Lima').count()).toBe(0);
    await eventually(() => page.evaluate(() => document.activeElement?.matches('a[data-row]'))).toBe(true);
    await page.getByText('Atendimento resolvido').waitFor();
    await keyboard.press('Control+z');
    await page.waitForURL(address);
    await focusIsOn(field());
  });

  test('on a phone a conversation has the screen: no top bar, no tabs, signing inside the field', async () => {
    await resize(page, 390, 844);
    const log = page.getByRole('log');
    await log.waitFor();
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('tab', { name: 'Atendimentos' }).isVisible()).toBe(false);
    const [list, area] = [await log.boundingBox(), await field().boundingBox()];
    expect(list?.height ?? 0).toBeGreaterThan(844 - 56 - 62 - 8);
    const sign = await page.getByRole('switch', { name: 'Assinar' }).boundingBox();
    expect(sign && area && sign.y >= area.y - 2 && sign.y + sign.height <= area.y + area.height + 2).toBe(true);
    await page.getByRole('button', { name: 'Voltar' }).first().click();
    await page.waitForURL(/\/tickets$/);
    expect(await page.getByRole('tab', { name: 'Atendimentos' }).getAttribute('aria-selected')).toBe('true');
    await resize(page, 1440, 900);
  });

  test('on a phone by touch alone: accept, answer, attach, put files in order, resolve', async () => {
    const caio = await stage.world.colleague(admin, 'user', { queueIds: [queueId] });
    const nina = phoneOf(admin, whatsappId, '5511977770009', 'Nina Reis');
    await nina.write('Oi, tem vaga?');
    await ticketOf(admin, nina);
    const { page: phone, context } = await openProfile(stage.browser, stage.world.server.url, { width: 390, height: 844, touch: true });
    await logIn(phone, caio);
    await phone.getByRole('tab', { name: /Aguardando/ }).tap();
    await phone.getByRole('button', { name: /Aceitar.*Nina/ }).tap();
    await phone.waitForURL(/[0-9a-f-]{36}$/);
    const words = phone.getByRole('textbox', { name: 'Mensagem' });
    // No field opens the keyboard of a phone by itself.
    await phone.getByRole('log').getByText('Oi, tem vaga?').waitFor();
    expect(await words.evaluate((element) => element === document.activeElement)).toBe(false);
    await words.tap();
    await phone.keyboard.type('Temos sim');
    await phone.getByRole('button', { name: 'Enviar', exact: true }).tap();
    await eventually(nina.texts).toContainEqual(expect.stringContaining('Temos sim'));
    const choosing = phone.waitForEvent('filechooser');
    await phone.getByRole('button', { name: 'Anexar' }).tap();
    await (await choosing).setFiles([pdf('a.pdf'), pdf('b.pdf')]);
    const tray = phone.getByRole('list', { name: 'Arquivos a enviar' });
    const order = () => tray.getByRole('listitem').locator('b').allTextContents();
    await eventually(order).toEqual(['a.pdf', 'b.pdf']);
    await tray.getByRole('button', { name: 'Mudar b.pdf de lugar' }).tap();
    await phone.getByRole('menuitem', { name: 'Mover para a esquerda' }).tap();
    await eventually(order).toEqual(['b.pdf', 'a.pdf']);
    await dragByFinger(phone, tray.getByText('pdf', { exact: true }).first(), 260);
    await eventually(order).toEqual(['a.pdf', 'b.pdf']);
    // The first tap after a drag that was dispatched by hand makes no click.
    await phone.getByRole('log').tap();
    await phone.getByRole('button', { name: 'Enviar', exact: true }).tap();
    await eventually(async () => (await nina.read()).filter(({ mediaType }) => mediaType === 'application').length).toBe(2);
    await phone.getByRole('button', { name: 'Resolver', exact: true }).tap();
    await phone.waitForURL(/\/tickets$/);
    await context.close();
  });

  test('nothing was written to the console as an error', () => expect(complaints).toEqual([]));
});

/** A finger goes down on a thing, along by so many points, and up again. */
async function dragByFinger(page: Page, target: Locator, by: number): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  const touch = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= 5; step += 1)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + (by * step) / 5, y }] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
