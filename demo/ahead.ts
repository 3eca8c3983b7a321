import { contactListItemsApi, contactListsApi } from '@prosa/contracts/contact-lists';
import { contactsApi } from '@prosa/contracts/contacts';
import { schedulesApi } from '@prosa/contracts/schedules';
import type { Client } from '../server/test/browser.ts';

const hour = 3_600_000;
/** By hours from now. The last one is too late to be sent, and says so. */
const planned = [
  { hours: 3, body: 'Oi {{firstName}}, seu pedido sai para entrega hoje à tarde.' },
  { hours: 22, body: '{{greeting}}, {{firstName}}! Passando para lembrar da sua retirada na loja.' },
  { hours: 47, body: 'Olá {{name}}, o produto que você pediu voltou ao estoque.' },
  { hours: 75, body: 'Oi {{firstName}}, já pode avaliar sua compra?' },
  { hours: 170, body: '{{greeting}}! Sua garantia vence este mês.' },
  { hours: -50, body: 'Oi {{firstName}}, a promoção termina hoje!' },
];
const list = 'Clientes da vitrine';
const guests = [
  { name: 'Renata Alves', number: '5511987651001', email: 'renata@exemplo.com' },
  { name: 'Otávio Brito', number: '5511987651002', email: '' },
  { name: 'Sônia Campos', number: '5511987651003', email: 'sonia@exemplo.com' },
];

/** What is to be sent on the next days, and a list of people for a campaign. */
export async function planAhead(admin: Client): Promise<void> {
  const { contacts } = await admin.call(contactsApi.list, { query: {} });
  const people = contacts.filter(({ isGroup }) => !isGroup);
  for (const [place, { hours, body }] of planned.entries()) {
    const contact = people[place % people.length];
    const sendAt = new Date(Date.now() + hours * hour).toISOString();
    if (contact) await admin.call(schedulesApi.create, { body: { contactId: contact.id, body, sendAt } });
  }
  const { id } = await admin.call(contactListsApi.create, { body: { name: list } });
  await admin.call(contactListsApi.addContacts, { params: { id }, body: { contactIds: people.map((contact) => contact.id) } });
  for (const guest of guests) await admin.call(contactListItemsApi.create, { body: { ...guest, contactListId: id } });
}
