import { contactsApi } from '@prosa/contracts/contacts';
import { ticketNotesApi } from '@prosa/contracts/ticket-notes';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, type Phone, phoneOf, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

const carlas = '5511977770009';

describe.runIf(hasChrome)('forwarding messages, and a conversation on paper', () => {
  const stage = openStage();
  let bia: Client;
  let [ana, bruno]: Phone[] = [];
  let ticket: Ticket;
  let page: Page;
  let complaints: string[];
  let toCarla: Phone;

  beforeAll(async () => {
    const admin = await stage.world.company();
    const queueId = await stage.world.queue(admin);
    const whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    bia = await stage.world.colleague(admin, 'user', { queueIds: [queueId] });
    ana = phoneOf(admin, whatsappId, '5511977770001', 'Ana Clara');
    bruno = phoneOf(admin, whatsappId, '5511977770002', 'Bruno Dias');
    toCarla = phoneOf(admin, whatsappId, carlas, 'Carla Nunes');
    await admin.call(contactsApi.create, { body: { name: 'Carla Nunes', number: carlas } });
    for (const words of ['Rua das Flores, 12', 'Perto da praça', '<b>Tem portão verde</b>', 'Obrigada']) await ana.write(words);
    await bruno.write('Onde entrego?');
    for (const phone of [ana, bruno]) {
      const { id } = await ticketOf(admin, phone);
      const taken = await bia.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: bia.user.id } });
      if (phone === ana) ticket = taken;
    }
    await bia.call(ticketNotesApi.create, { body: { note: 'Cliente antiga', ticketId: ticket.id } });
    ({ page, complaints } = await openProfile(stage.browser, stage.world.server.url));
    await logIn(page, bia);
    await page.goto(`/tickets/${ticket.uuid}`);
    await page.getByRole('log').getByText('Obrigada').waitFor();
  });

  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const bar = () => page.getByRole('toolbar', { name: 'Mensagens selecionadas' });
  const message = (words: string) => page.getByRole('article', { name: new RegExp(words) });

  test('by mouse: a range of messages to a ticket and to a contact who had none, each in order', async () => {
    await message('Rua das Flores').hover();
    await message('Rua das Flores').getByRole('button', { name: 'Ações da mensagem' }).click();
    await page.getByRole('menuitem', { name: 'Encaminhar' }).click();
    await page.getByText('portão verde').click({ modifiers: ['Shift'] });
    await bar().getByText('3 selecionadas').waitFor();
    await bar().getByRole('button', { name: 'Encaminhar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Encaminhar 3 mensagens' });
    await dialog.getByRole('option', { name: /Bruno Dias/ }).click();
    await page.keyboard.type('carla');
    await dialog.getByRole('option', { name: /Carla Nunes/ }).click();
    await expectAccessible(page, 'the dialog of forwarding');
    await dialog.getByRole('button', { name: 'Encaminhar' }).click();
    await page.getByText('Encaminhado para 2 conversas.').waitFor();
    const said = ['Rua das Flores, 12', 'Perto da praça', '<b>Tem portão verde</b>'];
    await eventually(() => bruno?.texts()).toEqual(['Onde entrego?', ...said]);
    await eventually(() => toCarla.texts()).toEqual(said);
    await eventually(focused).toContain('portão verde');
    await page.getByRole('link', { name: /Bruno Dias/ }).click();
    await eventually(() => page.getByRole('log').getByText('Encaminhada', { exact: true }).count()).toBe(3);
    await expectAccessible(page, 'a conversation with forwarded messages');
    await page.getByRole('link', { name: /Ana Clara/ }).click();
    await page.getByRole('log').getByText('Obrigada').waitFor();
  });

  test('by keyboard alone, and Esc leaves the choice before it leaves the conversation', async () => {
    await page.getByRole('log').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Encaminhar' }).focus();
    await page.keyboard.press('Enter');
    await bar().getByText('1 selecionada').waitFor();
    await eventually(focused).toContain('Obrigada');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await bar().getByText('2 selecionadas').waitFor();
    await expectAccessible(page, 'a conversation whose messages are chosen');
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
    await eventually(focused).toContain('portão verde');
    expect(page.url()).toContain(ticket.uuid);
  });

  test('on paper there is the conversation alone; notes only when asked for; it is saved as text', async () => {
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Transcrição' }).click();
    const sheet = page.getByRole('article', { name: 'Transcrição do atendimento' });
    await sheet.getByText('<b>Tem portão verde</b>').waitFor();
    expect(await sheet.getByText('Cliente antiga').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Incluir observações internas' }).check();
    await sheet.getByText('Cliente antiga').waitFor();
    await expectAccessible(page, 'the transcript');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Salvar' }).click();
    expect((await file).suggestedFilename()).toBe(`transcricao-${ticket.code}.txt`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await sheet.isVisible()).toBe(true);
    const pdf = await page.pdf();
    expect(pdf.length).toBeGreaterThan(1_000);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page, 'the transcript at 390 px');
    await page.getByRole('link', { name: 'Voltar para a conversa' }).click();
    await page.getByRole('log').getByText('Obrigada').waitFor();
    expect(complaints).toEqual([]);
  });
});
