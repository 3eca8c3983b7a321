import { type Campaign, type CampaignInput, campaignSettingsApi, campaignsApi } from '@prosa/contracts/campaigns';
import { contactListItemsApi, contactListsApi } from '@prosa/contracts/contact-lists';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { Client } from './browser.ts';
import { newNumber, office } from './conversation.ts';
import { patient } from './patient.ts';
import type { World } from './world.ts';

export const fast = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };

/** A company whose campaigns send without pauses, with a list of so many people. */
export async function campaignOffice(world: World, people: number) {
  const here = await office(world);
  await here.admin.call(campaignSettingsApi.save, { body: { settings: fast } });
  const list = await listOf(here.admin, people);
  return { ...here, ...list };
}

export async function listOf(admin: Client, people: number) {
  const { id: contactListId } = await admin.call(contactListsApi.create, { body: { name: `Lista ${newNumber()}` } });
  const numbers = Array.from({ length: people }, newNumber);
  const items: Array<{ id: number; number: string }> = [];
  for (const [place, number] of numbers.entries()) {
    const body = { contactListId, name: `Pessoa ${place + 1}`, number, email: `p${place + 1}@exemplo.com` };
    items.push({ id: (await admin.call(contactListItemsApi.create, { body })).id, number });
  }
  return { contactListId, numbers, items };
}

export const inMinutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

export const launch = (admin: Client, given: Partial<z.input<typeof CampaignInput>>) =>
  admin.call(campaignsApi.create, {
    body: { name: 'Campanha de Natal', message1: 'Olá {nome}!', scheduledAt: inMinutes(0), ...given },
  });
export const show = (admin: Client, { id }: Pick<Campaign, 'id'>) =>
  admin.call(campaignsApi.show, { params: { id }, query: { people: 'false' } });
export const reaches = (admin: Client, campaign: Pick<Campaign, 'id'>, status: Campaign['status']) =>
  expect.poll(async () => (await show(admin, campaign)).status, patient).toBe(status);
export const sumOf = ({ delivered, failed, skipped, waiting }: Campaign) => delivered + failed + skipped + waiting;
export const recipients = async (admin: Client, { id }: Pick<Campaign, 'id'>) =>
  (await admin.call(campaignsApi.recipients, { params: { id }, query: {} })).records;
