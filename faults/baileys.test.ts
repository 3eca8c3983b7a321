import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { afterAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../server/src/channels/baileys/loopback.fixture.ts';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { peopleOf } from '../server/test/browser.ts';
import { newNumber } from '../server/test/office.ts';
import { newTally, openCaller } from './caller.ts';
import { openCheckerDatabase } from './checker-database.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const rounds = Number(process.env.FAULTS_BAILEYS_ROUNDS ?? 1);
const perStretch = 4;
const mostStretches = 25;

describe.skipIf(!isInstalled)('WhatsApp by QR code, whose server is killed', () => {
  const supervisor = openSupervisor();
  afterAll(supervisor.close);

  test('at every place around the acknowledgement, the keys and the send: nothing is missing, nothing doubled', async () => {
    const { LoopbackWhatsApp } = await import('../server/test/loopback-whatsapp/loopback-whatsapp.ts');
    const network = await LoopbackWhatsApp.open();
    const { url } = await supervisor.postgres();
    // The library makes 812 keys at the first login, in one go: on a crowded machine that is seconds, in which no lease is renewed.
    const node = await supervisor.node({ DATABASE_URL: url, LEASE_SECONDS: '10', ...network.environment });
    await node.start();
    const truth = await openCheckerDatabase(url);
    const people = peopleOf(node.url, []);
    const admin = await people.company();
    const { id } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'baileys' } });
    await people.statusOf(admin, id, 'qrcode');
    const { qrcode } = await admin.call(connectionsApi.show, { params: { id }, query: {} });
    const account = network.scan(qrcode, { number: newNumber() });
    await people.statusOf(admin, id, 'CONNECTED');
    const customer = network.customer(newNumber());
    const written: string[] = [await network.write(account, customer, { conversation: 'Oi' })];
    const ticketId = await until('there is a ticket', async () => (await ticketsOf(customer.number))?.id);
    await admin.call(ticketsApi.update, { params: { id: ticketId }, body: { status: 'open', userId: admin.user.id } });
    const caller = openCaller([node.url], admin, newTally());
    const answered: string[] = [];
    await node.kill();

    async function ticketsOf(searchParam: string) {
      return (await admin.call(ticketsApi.list, { query: { searchParam, showAll: 'true' } })).tickets[0];
    }
    async function stretch(isOver: () => boolean): Promise<void> {
      for (let turn = 0; turn < perStretch && !isOver(); turn += 1) {
        written.push(await network.write(account, customer, { conversation: `pergunta ${written.length}` }));
        const body = `resposta ${answered.length}`;
        answered.push(body);
        // Until it is taken: by the next process if this one is killed meanwhile.
        const asked = caller.ask(messagesApi.send, { params: { ticketId }, body: { body } }, { 'idempotency-key': `${body} of ${id}` });
        asked.catch(() => undefined);
        pending.push(asked);
        await until('it has left or the process is dead', async () => isOver() || customer.screen.some((each) => each.body === body), 60);
      }
    }
    const pending: Array<Promise<unknown>> = [];
    for (let round = 0; round < rounds; round += 1)
      for (const point of crashPoints.baileys) {
        let over = false;
        node.launch({ CRASH_AT: `${point}#${1 + round * 2}` });
        const ending = node.ended().then((how) => {
          over = true;
          return how;
        });
        for (let tries = 0; !over && tries < mostStretches; tries += 1) await stretch(() => over);
        expect(await ending, point).toEqual({ code: null, signal: 'SIGKILL' });
      }
    await node.start();
    await Promise.all(pending);
    const isThrough = async () => account.waiting.size === 0 && (await isQuiet(truth));
    await until('everything is through', isThrough, 60).catch(async (error: unknown) => {
      const left = await truth.rows('select state, attempts, next_at from outbox');
      throw new Error(JSON.stringify({ waiting: [...account.waiting.keys()], left, faults: network.faults.map(String) }), { cause: error });
    });
    const stored = await truth.rows<{ channel_id: string; count: number }>(
      `select channel_id, count(*)::int as count from messages where not from_me group by channel_id`,
    );
    expect(stored.map(({ channel_id }) => channel_id).toSorted()).toEqual(written.toSorted());
    expect(stored.filter(({ count }) => count !== 1)).toEqual([]);
    const shown = () => customer.screen.flatMap(({ fromBusiness, body }) => (fromBusiness ? [body] : [])).toSorted();
    // What the phone could not read it asks for again.
    await expect.poll(shown).toEqual(answered.toSorted());
    expect(node.said().stdout + node.said().stderr).not.toMatch(/SessionEntry|privKey|currentRatchet|pergunta|resposta/);
    expect(await node.stop()).toEqual({ code: 0, signal: null });
    await truth.close();
    await network.close();
  }, 600_000);
});

async function isQuiet(truth: Awaited<ReturnType<typeof openCheckerDatabase>>): Promise<boolean> {
  const [row] = await truth.rows<{ quiet: boolean }>('select not exists (select from inbox) and not exists (select from outbox) as quiet');
  return row?.quiet === true;
}
