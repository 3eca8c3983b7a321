import { campaignsApi } from '@prosa/contracts/campaigns';
import { chatsApi } from '@prosa/contracts/chats';
import { contactListsApi } from '@prosa/contracts/contact-lists';
import { ticketsApi } from '@prosa/contracts/tickets';
import { openBrowser } from '../../server/test/browser.ts';
import type { Places } from './screens.ts';

/** The addresses of the demo company's conversations, lists and reports. */
export async function placesOf(url: string, { email, password }: { email: string; password: string }): Promise<Places> {
  const admin = openBrowser(url);
  await admin.logIn(email, password);
  const { tickets } = await admin.call(ticketsApi.list, { query: { status: 'open', showAll: 'true' } });
  const { records: lists } = await admin.call(contactListsApi.list, { query: {} });
  const { records: campaigns } = await admin.call(campaignsApi.list, { query: {} });
  const { records: chats } = await admin.call(chatsApi.list, { query: {} });
  // The one with the most tags has the fullest head.
  const [ticket] = tickets.toSorted((a, b) => b.tags.length - a.tags.length);
  return {
    ticket: `/tickets/${ticket?.uuid}`,
    contactList: `/contact-lists/${lists[0]?.id}/contacts`,
    campaign: `/campaign/${campaigns[0]?.id}/report`,
    chat: `/chats/${chats[0]?.uuid}`,
  };
}
