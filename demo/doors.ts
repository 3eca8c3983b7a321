import { connectionsApi } from '@prosa/contracts/connections';
import { externalApi } from '@prosa/contracts/external-api';
import { webhooksApi } from '@prosa/contracts/webhooks';
import { type Client, openBrowser } from '../server/test/browser.ts';

/** The shop's own systems: one sends by the API, another is to be told of what happens. */
export async function openDoors(url: string, admin: Client, whatsappId: number): Promise<void> {
  const program = openBrowser(url);
  program.token = (await admin.call(connectionsApi.show, { params: { id: whatsappId }, query: {} })).token;
  await program.call(externalApi.send, { body: { number: '5511944443333', body: 'Seu pedido 4471 saiu para entrega.' } });
  // Switched off: nobody is to be called by a demonstration.
  const address = { name: 'Sistema de pedidos', url: 'https://pedidos.loja-aurora.exemplo/prosa' };
  await admin.call(webhooksApi.create, { body: { ...address, events: ['ticket.created', 'message.created'], active: false } });
}
