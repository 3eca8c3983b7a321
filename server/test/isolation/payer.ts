import { CaughtUp } from '@prosa/contracts/live';
import { paymentLive } from '@prosa/contracts/payment-live';
import { inScope } from '../../src/platform/database/scope.ts';
import { everybodyAndPayers } from '../../src/platform/live/rooms.ts';
import type { Client } from '../browser.ts';
import type { Finding } from './catalogue.ts';
import { eventually, patience } from './eventually.ts';
import { type Company, canary, type Stage } from './stage.ts';

type Ear = Awaited<ReturnType<Client['listen']>>;

/** A socket of A's payer, who has a billing token and no session. */
export async function openPayer({ world, a }: Stage): Promise<Ear> {
  const client = world.client();
  const { id: userId, companyId } = a.crew.admin.user;
  client.token = await world.server.http.billing.sign({ userId, companyId });
  return client.listen();
}

/** While both companies were busy and both have paid: A's payer heard of A's payment, and of nothing else, live or later. */
export async function findPayerLeaks(stage: Stage, { socket, heard }: Ear): Promise<Finding[]> {
  await pay(stage, stage.b, canary);
  await pay(stage, stage.a, 'own');
  const own = `company-${stage.a.id}-${paymentLive.name}`;
  const where = 'the ear of the payer';
  if (!(await eventually(() => heard.some(({ name }) => name === own)))) return [{ where, what: 'does not hear of its payment' }];
  const { head }: { head: number } = await socket.timeout(patience).emitWithAck('catchUp', { since: 2 ** 40 });
  const later = CaughtUp.parse(await socket.timeout(patience).emitWithAck('catchUp', { since: Math.max(1, head - 300) }));
  const names = [...heard, ...('events' in later ? later.events : [])].map(({ name }) => name);
  const others = [...new Set(names.filter((name) => ![own, 'ready', 'head'].includes(name)))];
  return others.map((name) => ({ where, what: `heard ${name}` }));
}

const pay = ({ world }: Stage, { id }: Company, name: string) =>
  inScope(world.server.platform, { companyId: id }, async (scope) =>
    scope.emit(paymentLive, { action: 'CONCLUIDA', company: { id, name, dueDate: '2030-01-01' } }, everybodyAndPayers),
  );
