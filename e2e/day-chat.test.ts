import { readFile } from 'node:fs/promises';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, type Phone, phoneOf, resize, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

const fileName = 'orcamento-uniformes-2026-11-versao-final-revisada.pdf';

describe.runIf(hasChrome)("an agent's day: the conversation, in a real browser", () => {
  const stage = openStage();
  let bia: Client;
  let phone: Phone;
  let whatsappId: number;
  let admin: Client;
  let page: Page;
  const bubble = (inside: Locator) => page.getByRole('log').locator('[class*=bubble]', { has: inside }).first();
  const box = async (target: Locator) => (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

  beforeAll(async () => {
    admin = await stage.world.company();
    const queueId = await stage.world.queue(admin);
    whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    bia = await stage.world.colleague(admin, 'user', { queueIds: [queueId] });
    phone = phoneOf(admin, whatsappId, '5511977770001', 'Ana Clara');
    await phone.write('Escreva para ana@exemplo.com 😀');
    const picture = new Uint8Array(await readFile(new URL('../web/public/icon-512.png', import.meta.url)));
    await phone.sendFile(new File([picture], 'foto.png', { type: 'image/png' }));
    await phone.sendFile(new File([picture], 'logo.png', { type: 'image/png' }), 'A logo em *alta*');
    await phone.sendFile(new File(['%PDF-1.4\n%%EOF\n'], fileName, { type: 'application/pdf' }));
    const { id, uuid } = await ticketOf(admin, phone);
    await bia.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: bia.user.id } });
    ({ page } = await openProfile(stage.browser, stage.world.server.url));
    await logIn(page, bia);
    await page.goto(`/tickets/${uuid}`);
    await page.getByRole('log').getByText(fileName).waitFor();
  });

  test('a picture has the same inset on every side, and its time lies on it', async () => {
    const picture = page.getByRole('button', { name: 'Ampliar a foto' }).first();
    const [around, inner, time] = [await box(bubble(picture)), await box(picture), await box(bubble(picture).locator('time'))];
    const insets = [
      inner.x - around.x,
      around.x + around.width - inner.x - inner.width,
      inner.y - around.y,
      around.y + around.height - inner.y - inner.height,
    ];
    expect(Math.max(...insets) - Math.min(...insets)).toBeLessThanOrEqual(1.5);
    expect(time.y + time.height).toBeLessThanOrEqual(inner.y + inner.height);
    expect(time.x).toBeGreaterThan(inner.x);
  });

  test('a card without words has no empty line under it, and its name breaks where names break', async () => {
    const card = page.getByTitle(fileName);
    const around = await box(bubble(card));
    expect(around.height).toBeLessThanOrEqual(72);
    await resize(page, 768, 1024);
    const name = await box(card);
    expect(name.height).toBeLessThanOrEqual(62);
    expect(name.width).toBeGreaterThan(90);
    await resize(page, 1440, 900);
  });

  test('e-mail addresses are links, and a caption is shown large with its markup', async () => {
    expect(await page.getByRole('link', { name: 'ana@exemplo.com' }).getAttribute('href')).toBe('mailto:ana@exemplo.com');
    await page.getByRole('button', { name: 'Ampliar a foto' }).last().click();
    const caption = page.getByRole('dialog').locator('p');
    expect(await caption.textContent()).toBe('A logo em alta');
    expect(await caption.locator('strong').textContent()).toBe('alta');
    await page.keyboard.press('Escape');
  });

  test('what is searched for inside a conversation is marked', async () => {
    await page.keyboard.press('Control+f');
    await page.keyboard.type('escreva');
    await page.getByText('1 de 1').waitFor();
    await eventually(() => page.evaluate(() => CSS.highlights.get('found')?.size ?? 0)).toBe(1);
    await page.keyboard.press('Escape');
    await eventually(() => page.evaluate(() => CSS.highlights.has('found'))).toBe(false);
  });

  test('emoji are in colour, also those that a text font knows', async ({ skip }) => {
    await page.evaluate(() => document.fonts.ready);
    const isColoured = (emoji: string, font?: string) =>
      page.evaluate(
        ([sign, family]) => {
          const canvas = document.createElement('canvas');
          canvas.width = canvas.height = 48;
          const pen = canvas.getContext('2d');
          if (!pen) return false;
          pen.font = `32px ${family ?? getComputedStyle(document.body).fontFamily}`;
          pen.fillText(sign ?? '', 4, 36);
          const { data } = pen.getImageData(0, 0, 48, 48);
          for (let at = 0; at < data.length; at += 4)
            if ((data[at + 3] ?? 0) > 200 && Math.abs((data[at] ?? 0) - (data[at + 2] ?? 0)) > 60) return true;
          return false;
        },
        [emoji, font],
      );
    // One that no text font has: where it is not in colour, the machine has no colours for any.
    if (!(await isColoured('🤣', 'sans-serif'))) return skip('no font of coloured emoji here');
    expect(await isColoured('😀')).toBe(true);
  });

  test('while one scrolls, the day of the topmost message floats over the messages and moves nothing', async () => {
    await resize(page, 1440, 560);
    const log = page.getByRole('log');
    const chip = log.locator('[aria-hidden=true][class*=floating]');
    const height = () => log.evaluate((element) => element.scrollHeight);
    await log.hover();
    await page.mouse.wheel(0, -3000);
    await eventually(() => log.evaluate((element) => element.scrollTop)).toBe(0);
    await eventually(() => chip.getAttribute('data-shown')).toBeNull();
    const before = await height();
    await page.mouse.wheel(0, 200);
    await eventually(() => chip.getAttribute('data-shown')).toBe('true');
    expect(await chip.textContent()).toBe('Hoje');
    expect(await height()).toBe(before);
    const [around, day] = [await box(log), await box(chip.locator('span'))];
    expect(day.y - around.y).toBeLessThan(20);
    await eventually(() => chip.getAttribute('data-shown')).toBeNull();
    await resize(page, 1440, 900);
  });

  test('a file is dragged to another place before it is sent', async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Anexar' }).click();
    const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
    await (await choosing).setFiles(['um.pdf', 'dois.pdf', 'tres.pdf'].map(file));
    const tray = page.getByRole('list', { name: 'Arquivos a enviar' });
    const order = () => tray.getByRole('listitem').locator('b').allTextContents();
    await eventually(order).toEqual(['um.pdf', 'dois.pdf', 'tres.pdf']);
    const [from, to] = [await box(tray.getByText('pdf', { exact: true }).last()), await box(tray.getByRole('listitem').first())];
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x - 30, from.y + 8, { steps: 6 });
    await page.mouse.up();
    await eventually(order).toEqual(['tres.pdf', 'um.pdf', 'dois.pdf']);
    for (const name of ['tres.pdf', 'um.pdf', 'dois.pdf']) await page.getByRole('button', { name: `Remover ${name}` }).click();
  });

  test('Enter after an arrow takes the tag that fits; taking one off can be undone', async () => {
    const edit = page.getByRole('button', { name: 'Editar tags' }).first();
    const tags = page.getByRole('combobox', { name: 'Buscar ou criar tag' });
    await edit.click();
    await tags.fill('Orçamento');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remover a tag Orçamento' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remover a tag Orçamento' }).first().click();
    await page.getByText('Tag Orçamento removida').waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByRole('button', { name: 'Remover a tag Orçamento' }).first().waitFor();
    await page.getByRole('button', { name: 'Remover a tag Orçamento' }).first().click();
    await edit.click();
    await tags.fill('orç');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remover a tag Orçamento' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Remover a tag orç', exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('a message that was not sent says why, and can be discarded', async () => {
    await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { failNext: 1 } });
    await page.getByRole('textbox', { name: 'Mensagem' }).fill('não vai');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('não vai').waitFor();
    await page.getByText('Não enviada').waitFor();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await eventually(() => page.getByText('Não enviada').count()).toBe(0);
  });

  test('the palette is as high as what it holds, and what was said survives a reload', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Busque/ }).fill('Ana Clara');
    await page
      .getByRole('option', { name: /Ana Clara/ })
      .first()
      .waitFor();
    await eventually(async () => (await box(page.locator('dialog[open]'))).height).toBeLessThan(400);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: /^Notificações/ }).click();
    await page.getByRole('button', { name: 'Histórico de avisos' }).click();
    await page.getByRole('dialog').getByText('Tag Orçamento removida').first().waitFor();
    await page.keyboard.press('Escape');
  });

  test('a login from elsewhere explains itself and keeps what was typed', async () => {
    const field = page.getByRole('textbox', { name: 'Mensagem' });
    const row = page.getByRole('link', { name: /Ana Clara/ });
    await row.click();
    await field.fill('rascunho que fica');
    await stage.world.client().logIn(bia.user.email);
    await page.waitForURL(/\/login/);
    await page.getByText(/acessada em outro computador, e por isso/).waitFor();
    await logIn(page, bia);
    await row.click();
    await eventually(() => field.inputValue()).toBe('rascunho que fica');
  });
});
