import { campaignSettingsApi, campaignsApi } from '@prosa/contracts/campaigns';
import { contactListItemsApi, contactListsApi } from '@prosa/contracts/contact-lists';
import type { Client } from '../server/test/browser.ts';

const people = ['Beatriz Lima', 'Caio Ferreira', 'Daniela Rocha', 'Eduardo Pires', 'Fernanda Alves', 'Gustavo Melo'] as const;
const tomorrow = () => new Date(Date.now() + 24 * 60 * 60_000).toISOString();

/** A list of customers, a campaign that is sent to them tomorrow, and one that somebody is still writing. */
export async function planCampaigns(admin: Client, whatsappId: number): Promise<void> {
  const { id: contactListId } = await admin.call(contactListsApi.create, { body: { name: 'Clientes do bairro' } });
  for (const [place, name] of people.entries()) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@exemplo.com`;
    await admin.call(contactListItemsApi.create, { body: { contactListId, name, email, number: `551196600${1000 + place}` } });
  }
  await admin.call(campaignSettingsApi.save, { body: { settings: { variables: [{ key: 'cupom', value: 'AURORA10' }] } } });
  const audience = { contactListId, whatsappId };
  await admin.call(campaignsApi.create, {
    body: {
      ...{ ...audience, name: 'Liquidação de verão', scheduledAt: tomorrow(), confirmation: true },
      message1: 'Oi {nome}! A liquidação da Loja Aurora começou. Use o cupom {cupom}. Para parar de receber, responda SAIR.',
      message2: 'Olá {nome}, tem novidade na Loja Aurora: 10% de desconto com {cupom}. Para parar de receber, responda SAIR.',
      confirmationMessage1: 'Oi {nome}, aqui é a Loja Aurora. Posso enviar nossas ofertas?',
    },
  });
  await admin.call(campaignsApi.create, { body: { ...audience, name: 'Dia das Mães', message1: 'Oi {nome}, já escolheu o presente?' } });
}
