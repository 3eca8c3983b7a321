import type { Campaign, CampaignRecipient } from '@prosa/contracts/campaigns';

/** A campaign for tests: one that is ready and has no time yet. */
export function aCampaign(over: Partial<Campaign> = {}): Campaign {
  const id = over.id ?? 1;
  return {
    ...{ id, companyId: 7, name: `Campanha ${id}`, status: 'INATIVA', confirmation: false, scheduledAt: null, completedAt: null },
    ...{ whatsappId: 1, whatsapp: { id: 1, name: 'Matriz' }, contactListId: 7 },
    contactList: { id: 7, name: 'Clientes', contactsCount: 40 },
    ...{ message1: 'Olá {nome}!', message2: '', message3: '', message4: '', message5: '' },
    ...{ confirmationMessage1: '', confirmationMessage2: '', confirmationMessage3: '' },
    ...{ confirmationMessage4: '', confirmationMessage5: '' },
    ...{ mediaPath: null, mediaName: null, reason: null, hold: null },
    ...{ valid: 40, confirmationRequested: 0, confirmed: 0, delivered: 0, failed: 0, skipped: 0, waiting: 40, estimatedEndAt: null },
    ...{ createdAt: '2026-11-15T11:00:00.000Z', updatedAt: '2026-11-15T11:00:00.000Z' },
    ...over,
  };
}

/** A person of a campaign for tests, who was sent the message. */
export function aRecipient(over: Partial<CampaignRecipient> = {}): CampaignRecipient {
  const id = over.id ?? 1;
  return {
    ...{ id, name: `Pessoa ${id}`, number: `55119${String(id).padStart(8, '0')}`, state: 'sent', reason: null, message: null },
    ...{ confirmationRequestedAt: null, confirmedAt: null, deliveredAt: null },
    ...{ consentSource: 'list', consentAt: '2026-11-15T11:00:00.000Z' },
    ...over,
  };
}
