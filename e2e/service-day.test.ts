import { describe, expect, test } from 'vitest';
import { password } from '../server/test/browser.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, phoneOf, reach } from './journey.ts';
import { openStage } from './stage.ts';

describe.runIf(hasChrome)('the whole service day by keyboard alone', () => {
  const stage = openStage();

  test('log in, accept, answer with text, file and audio, note, transfer, resolve, search, reopen', async () => {
    const admin = await stage.world.company();
    const [sales, support] = [await stage.world.queue(admin, 'Vendas'), await stage.world.queue(admin, 'Suporte', '#1D4ED8')];
    const whatsappId = await stage.world.connection(admin, { queueIds: [sales] });
    const paula = await stage.world.colleague(admin, 'user', { queueIds: [sales, support] });
    const phone = phoneOf(admin, whatsappId, '5511988887777', 'Ana Clara');
    await phone.write('Meu forno não liga');

    const { page, complaints } = await openProfile(stage.browser, stage.world.server.url);
    const { keyboard } = page;
    const [field, log] = [page.getByRole('textbox', { name: 'Mensagem' }), page.getByRole('log')];
    const accept = async () => {
      await keyboard.press('1');
      await reach(page, page.getByRole('tab', { name: /Atendendo/ }));
      await keyboard.press('ArrowRight');
      await page.getByRole('group', { name: 'Ana Clara' }).waitFor();
      await keyboard.press('j');
      await keyboard.press('a');
      await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    };

    await page.goto('/login');
    await reach(page, page.getByLabel('Email'));
    await keyboard.type(paula.user.email);
    await reach(page, page.getByLabel('Senha', { exact: true }));
    await keyboard.type(password);
    await keyboard.press('Enter');
    await page.waitForURL('**/tickets');

    await accept();
    await reach(page, field);
    await keyboard.type('Vamos ver, Ana.');
    await keyboard.press('Enter');
    await eventually(phone.texts).toContainEqual(expect.stringContaining('Vamos ver, Ana.'));

    const choosing = page.waitForEvent('filechooser');
    await reach(page, page.getByRole('button', { name: 'Anexar' }), 'Shift+Tab');
    await keyboard.press('Enter');
    await (await choosing).setFiles({ name: 'manual.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
    await page.getByText('manual.pdf').waitFor();
    await reach(page, field);
    await keyboard.type('Veja a página 3');
    await keyboard.press('Enter');
    await eventually(phone.read).toContainEqual(
      expect.objectContaining({ mediaType: 'application', body: expect.stringContaining('Veja a página 3') }),
    );

    await reach(page, page.getByRole('button', { name: 'Gravar áudio' }));
    await keyboard.press('Enter');
    await page
      .getByRole('timer')
      .filter({ hasText: /0:(0[2-9]|[1-9]\d)/ })
      .waitFor();
    await reach(page, page.getByRole('button', { name: 'Enviar áudio' }));
    await keyboard.press('Enter');
    await eventually(phone.read).toContainEqual(expect.objectContaining({ mediaType: 'audio' }));
    await log.getByRole('button', { name: 'Ouvir' }).waitFor();

    await reach(page, page.getByLabel('Nova observação'));
    await keyboard.type('Prefere ser atendida de manhã');
    await reach(page, page.getByRole('button', { name: 'Adicionar', exact: true }));
    await keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'Prefere ser atendida de manhã' }).waitFor();

    await keyboard.press('t');
    await reach(page, page.getByRole('dialog').getByLabel('Fila'));
    await keyboard.type('Suporte');
    await keyboard.press('Control+Enter');
    await page.waitForURL(/\/tickets$/);

    await accept();
    await page.getByText(/· Suporte ·/).waitFor();
    await reach(page, page.getByRole('button', { name: 'Resolver', exact: true }), 'Shift+Tab');
    await keyboard.press('e');
    await page.waitForURL(/\/tickets$/);

    await keyboard.press('/');
    await keyboard.type('forno');
    const found = page.getByRole('link', { name: /Ana Clara.*forno/ });
    await reach(page, found, 'Tab');
    await keyboard.press('Enter');
    await page.waitForURL(/message=/);
    await reach(page, page.getByRole('button', { name: 'Reabrir' }).first());
    await keyboard.press('Enter');
    await reach(page, field);
    await keyboard.type('Ficou tudo certo?');
    await keyboard.press('Enter');
    await eventually(phone.texts).toContainEqual(expect.stringContaining('Ficou tudo certo?'));
    expect(complaints).toEqual([]);
  });
});
