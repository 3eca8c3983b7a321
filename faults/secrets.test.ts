import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { afterAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../server/src/channels/baileys/loopback.fixture.ts';
import { openSecrets } from '../server/src/platform/boot/secrets.ts';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { openLoopbackCloud } from '../server/test/loopback-cloud/loopback-cloud.ts';
import { cloudInput } from '../server/test/loopback-cloud/office.ts';
import { shownTo } from '../server/test/loopback-cloud/state.ts';
import type { LoopbackWhatsApp } from '../server/test/loopback-whatsapp/loopback-whatsapp.ts';
import { newNumber } from '../server/test/office.ts';
import { type CheckerDatabase, openCheckerDatabase } from './checker-database.ts';
import type { ServerNode } from './node.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

/** As a program might print it: in base64, in hex, and as Node shows the first bytes of a buffer. */
const waysToPrint = (bytes: Buffer) => [
  bytes.toString('base64').slice(0, 40),
  bytes.toString('hex').slice(0, 60),
  bytes
    .subarray(0, 8)
    .toString('hex')
    .replace(/..(?=.)/g, '$& '),
];

describe.skipIf(!isInstalled)('a whole life of both channels, at the most talkative log level', () => {
  const supervisor = openSupervisor();
  afterAll(supervisor.close);

  test('tells no key, token, secret or text: neither in the log, nor in the figures, nor in events', async () => {
    const loopback = await import('../server/test/loopback-whatsapp/loopback-whatsapp.ts');
    const [web, cloud] = [await loopback.LoopbackWhatsApp.open(), await openLoopbackCloud()];
    const { url } = await supervisor.postgres('empty');
    const node = await supervisor.node({
      DATABASE_URL: url,
      LEASE_SECONDS: '10',
      LOG_LEVEL: 'trace',
      WHATSAPP_CLOUD_URL: cloud.url,
      ...web.environment,
    });
    await node.start();
    const truth = await openCheckerDatabase(url);
    const admin = await peopleOf(node.url).company();
    const secrets = [...(await liveByQr(node, admin, web)), ...(await liveByCloud(node, admin, cloud))];
    secrets.push(...(await keysIn(truth, node)));
    expect(secrets.length).toBeGreaterThan(1_000);
    const figures = await (await fetch(`${node.url}/metrics`)).text();
    // The QR code is shown to those who may link the phone, and to nobody else: that is what it is for.
    const events = JSON.stringify(await truth.rows('select * from events')).replace(/\\*"qrcode\\*":\\*"[^"]*"/g, '');
    await node.stop();
    const { stdout, stderr } = node.said();
    expect(stdout.length).toBeGreaterThan(1_000);
    expect(stdout.length + stderr.length, 'it is kept from its beginning').toBeLessThan(390_000);
    const told = (where: string) => secrets.filter((secret) => where.includes(secret));
    expect({ log: told(stdout + stderr), figures: told(figures), events: told(events) }).toEqual({ log: [], figures: [], events: [] });
    // Events are for screens; logs and figures are for operators, who are told nothing of what was said and by whom.
    const people = ['pergunta secreta', 'resposta secreta', '5511910000', 'SessionEntry'];
    expect(people.filter((word) => (stdout + stderr + figures).includes(word))).toEqual([]);
    await truth.close();
    await Promise.all([web.close(), cloud.close()]);
  }, 300_000);

  /** Paired, answered, killed and woken, asked again, logged out on the phone, and linked once more. */
  async function liveByQr(node: ServerNode, admin: Client, web: LoopbackWhatsApp) {
    const people = peopleOf(node.url);
    const { id } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'baileys' } });
    await people.statusOf(admin, id, 'qrcode');
    const { qrcode } = await admin.call(connectionsApi.show, { params: { id }, query: {} });
    const account = web.scan(qrcode, { number: newNumber() });
    await people.statusOf(admin, id, 'CONNECTED');
    const customer = web.customer(newNumber());
    await web.write(account, customer, { conversation: 'pergunta secreta' });
    const ticketId = await serve(admin, customer.number);
    await answer(admin, ticketId);
    await until('it is there', () => customer.screen.find(({ fromBusiness }) => fromBusiness));
    await node.kill();
    await node.start();
    await customer.forgetSession(account);
    await answer(admin, ticketId);
    await until('it was asked for again and is there', () => customer.screen.filter(({ fromBusiness }) => fromBusiness).length >= 2);
    const [, , , advSecret = ''] = qrcode.split('#').at(-1)?.split(',') ?? [];
    expect(advSecret.length).toBeGreaterThan(30);
    return [qrcode, advSecret];
  }

  /** Connected, posted to by Meta and by somebody else, answered, and its token refused. */
  async function liveByCloud(node: ServerNode, admin: Client, cloud: Awaited<ReturnType<typeof openLoopbackCloud>>) {
    const people = peopleOf(node.url);
    const account = cloud.open();
    const { id } = await admin.call(connectionsApi.create, { body: { name: 'Oficial', provider: 'cloud', cloud: cloudInput(account) } });
    account.hook = `${node.url}/hooks/cloud/${id}`;
    await people.statusOf(admin, id, 'CONNECTED');
    const number = newNumber();
    await cloud.write(account, number, { type: 'text', text: { body: 'pergunta secreta' } });
    const ticketId = await serve(admin, number);
    expect((await cloud.post(account, '{"object":"whatsapp_business_account"}', 'sha256=forged')).status).toBe(401);
    await answer(admin, ticketId);
    await until('it is there', () => shownTo(account, number).find(({ fromBusiness }) => fromBusiness));
    const { accessToken, appSecret, verifyToken } = account;
    account.accessToken = 'EAAanother';
    await answer(admin, ticketId);
    await people.statusOf(admin, id, 'DISCONNECTED');
    return [accessToken, appSecret, verifyToken];
  }

  async function serve(admin: Client, number: string): Promise<number> {
    const { id } = await until('there is a ticket', async () => {
      const { tickets } = await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } });
      return tickets[0];
    });
    await admin.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: admin.user.id } });
    return id;
  }
  const answer = (admin: Client, ticketId: number) =>
    admin.call(messagesApi.send, { params: { ticketId }, body: { body: 'resposta secreta' } });

  /** Every key of the linked device, as it lies in the database. */
  async function keysIn(truth: CheckerDatabase, node: ServerNode): Promise<string[]> {
    const { MASTER_KEY } = node.environment();
    const sealing = await openSecrets({ masterKey: MASTER_KEY, file: '' });
    const rows = await truth.rows<{ company_id: number; connection_id: number; type: string; id: string; value_sealed: string }>(
      'select company_id, connection_id, type, id, value_sealed from baileys_keys',
    );
    const secret = new Set<string>([MASTER_KEY ?? '']);
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('type' in value && value.type === 'Buffer' && 'data' in value) {
        const bytes = Buffer.from(String(value.data), 'base64');
        if (bytes.length >= 16) for (const printed of waysToPrint(bytes)) secret.add(printed);
      } else for (const each of Object.values(value)) collect(each);
    };
    for (const { company_id, connection_id, type, id, value_sealed } of rows)
      collect(JSON.parse(sealing.open(value_sealed, `baileys_keys:${company_id}:${connection_id}:${type}:${id}`)));
    return [...secret];
  }
});
