import { campaignSettingsApi } from '@prosa/contracts/campaigns';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fast, listOf } from '../server/test/campaigns.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, phoneOf } from './journey.ts';
import { openStage } from './stage.ts';

const patience = 240_000;
const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4 ${name}`) });

async function setTime(page: Page, minutesAhead: number): Promise<void> {
  // The company's zone is three hours behind UTC.
  const at = new Date(Date.now() + 20_000 + minutesAhead * 60_000 - 3 * 3_600_000).toISOString();
  const [day = '', time = ''] = at.slice(0, 16).split('T');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Agendamento' }).fill(day.split('-').toReversed().join('/'));
  await page.getByRole('dialog').getByLabel('Horário').fill(time);
}

describe.runIf(hasChrome)('campaigns with files', () => {
  const stage = openStage();

  test('a campaign that starts within the hour is created, edited and sent with its file', { timeout: patience }, async () => {
    const calls = await stage.world.company();
    const person = await stage.world.colleague(calls, 'admin');
    const whatsappId = await stage.world.connection(calls);
    await calls.call(campaignSettingsApi.save, { body: { settings: fast } });
    const { numbers } = await listOf(calls, 1);
    const phone = phoneOf(calls, whatsappId, numbers[0] ?? '', 'Pessoa 1');
    const { page, context, complaints } = await openProfile(stage.browser, stage.world.server.url, { width: 1440 });
    await logIn(page, person);
    await page.goto('/campaigns');
    const dialog = page.getByRole('dialog');
    const save = async () => {
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const add = async (name: string) => {
      await page.getByRole('button', { name: 'Nova campanha' }).first().click();
      await dialog.getByLabel('Nome').fill(name);
      await dialog.getByLabel('Lista de contatos').selectOption({ index: 1 });
      await dialog.getByLabel('Mensagem', { exact: true }).fill(`${name} para {nome}`);
      await dialog.locator('input[type=file]').setInputFiles(file(`${name}.pdf`));
    };
    await add('Criada');
    await setTime(page, 0);
    await save();
    const shown = async () => (await phone.read()).map(({ body, mediaType }) => `${body}: ${mediaType}`);
    await eventually(shown).toContain('Criada para Pessoa 1: application');

    await add('Editada');
    await save();
    await page.getByRole('button', { name: 'Editar Editada' }).click();
    await dialog.locator('input[type=file]').setInputFiles(file('nova.pdf'));
    await setTime(page, 0);
    await save();
    await eventually(shown).toContain('Editada para Pessoa 1: application');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
