import { campaignSettingsApi } from '@prosa/contracts/campaigns';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { fast, listOf } from '../server/test/campaigns.ts';
import { expectAccessible } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, phoneOf } from './journey.ts';
import { openStage } from './stage.ts';

const patience = 240_000;
/** This minute, or the next if this one is nearly over, in the company's zone, as its fields have it. */
const now = () => new Date(Date.now() + 20_000 - 3 * 3_600_000).toISOString().slice(0, 16);

describe.runIf(hasChrome)('campaigns', () => {
  const stage = openStage();
  let calls: Client;
  let person: Client;
  let [whatsappId, number] = [0, ''];

  beforeAll(async () => {
    calls = await stage.world.company();
    person = await stage.world.colleague(calls, 'admin');
    whatsappId = await stage.world.connection(calls);
    await calls.call(campaignSettingsApi.save, { body: { settings: fast } });
    number = (await listOf(calls, 3)).numbers[0] ?? '';
  });

  test('an admin writes one, sees how it will read, sends it and follows the report to its end', { timeout: patience }, async () => {
    const { page, context, complaints } = await openProfile(stage.browser, stage.world.server.url, { width: 1440 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await logIn(page, person);
    await page.goto('/campaigns');
    await page.getByRole('button', { name: 'Nova campanha' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('Natal');
    await dialog.getByLabel('Lista de contatos').selectOption({ index: 1 });
    await dialog.getByLabel('Mensagem', { exact: true }).fill('Feliz Natal, {nome}!');
    await dialog.getByText('Feliz Natal, Pessoa 1!').waitFor();
    await expectAccessible(page, 'campaign dialog');
    const [day = '', time = ''] = now().split('T');
    await dialog.getByRole('textbox', { name: 'Agendamento' }).fill(day.split('-').toReversed().join('/'));
    await dialog.getByLabel('Horário').fill(time);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('button', { name: 'Relatório de Natal' }).click();
    await page.getByRole('heading', { name: 'Relatório da Natal' }).waitFor();
    await page.getByText('Finalizada').waitFor({ timeout: 150_000 });
    await page.getByText('3 de 3').waitFor();
    await eventually(() => phoneOf(calls, whatsappId, number, 'Pessoa 1').texts()).toContain('Feliz Natal, Pessoa 1!');
    await eventually(() => page.getByRole('table').getByText('Enviada', { exact: true }).count()).toBe(3);
    await expectAccessible(page, 'report');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar' }).click();
    expect((await file).suggestedFilename()).toBe('destinatarios.csv');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each([1440, 390])('no serious finding at %i px', { timeout: patience }, async (width) => {
    const { page, context } = await openProfile(stage.browser, stage.world.server.url, { width });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await logIn(page, person);
    await page.goto('/campaigns');
    await page.getByText('Natal').first().waitFor();
    await expectAccessible(page, '/campaigns');
    await page.getByRole('button', { name: 'Nova campanha' }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByLabel('Confirmação').selectOption('on');
    await expectAccessible(page, 'campaign dialog');
    await page.goto('/campaigns-config');
    await page.getByLabel('Atalho').fill('cupom');
    await page.getByRole('region', { name: 'Variáveis' }).getByRole('button', { name: 'Adicionar' }).click();
    await page.getByText('Horário de silêncio').click();
    await page.getByText('Clique em salvar para registar as alterações').waitFor();
    await expectAccessible(page, '/campaigns-config');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Configurações salvas').waitFor();
    await context.close();
  });
});
