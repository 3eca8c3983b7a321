import { connectionsApi } from '@prosa/contracts/connections';
import { settingsApi } from '@prosa/contracts/settings';
import { peopleOf } from '../server/test/browser.ts';
import { newNumber } from '../server/test/office.ts';
import { openCheckerDatabase } from './checker-database.ts';
import { randomFrom } from './random.ts';
import { type StanzaKind, stanzaKinds } from './stanza-kinds.ts';
import type { Supervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const burst = 20;

/** The result of one kind; `acknowledged` counts until the last kill. `lost` and `doubled` must be empty. */
export type StanzaFindings = { name: string; sent: number; acknowledged: number; lost: string[]; doubled: string[] };
type Tracked = { name: string; kind: StanzaKind; sent: string[]; acknowledged: number; lost: Set<string> };

/** A server that is linked to a phone, to be killed while stanzas arrive. */
export async function openStanzaKills(supervisor: Supervisor, seed: string) {
  const { LoopbackWhatsApp } = await import('../server/test/loopback-whatsapp/loopback-whatsapp.ts');
  const network = await LoopbackWhatsApp.open();
  const { url } = await supervisor.postgres();
  const node = await supervisor.node({ DATABASE_URL: url, ...network.environment });
  await node.start();
  const truth = await openCheckerDatabase(url);
  const people = peopleOf(node.url);
  const admin = await people.company();
  await admin.call(settingsApi.update, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } });
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'baileys' } });
  await people.statusOf(admin, id, 'qrcode');
  const { qrcode } = await admin.call(connectionsApi.show, { params: { id }, query: {} });
  const account = network.scan(qrcode, { number: newNumber() });
  await people.statusOf(admin, id, 'CONNECTED');
  const kinds = await stanzaKinds({ network, account, truth });
  const acknowledged = new Set<string>();

  /** From now on the server is killed at the n-th acknowledgement; resolves when it is dead. */
  function killAt(nth: number): Promise<void> {
    return new Promise((resolve) => {
      let left = nth;
      account.onAcknowledged = (key) => {
        acknowledged.add(key);
        left -= 1;
        if (left === 0) void node.kill().then(resolve);
      };
    });
  }

  /** As long as the server lives, and whatever has arrived meanwhile. */
  async function sendBurst(chosen: Tracked[]): Promise<void> {
    for (let nth = 0; nth < burst; nth += 1)
      for (const each of chosen) {
        const sent = await each.kind.send();
        if (sent !== undefined) each.sent.push(sent);
      }
  }

  async function check({ kind, sent, lost }: Tracked, isDue: (id: string) => boolean): Promise<Map<string, number>> {
    const stored = await kind.stored(sent);
    for (const each of sent) if (isDue(each) && !stored.has(each)) lost.add(each);
    return stored;
  }

  const idsOf = ({ kind }: Tracked) => new Set([...acknowledged].map((key) => kind.idOf?.(key) ?? key));
  async function checkAcknowledged(tracked: Tracked[]): Promise<void> {
    for (const each of tracked) {
      const ids = idsOf(each);
      each.acknowledged = each.sent.filter((id) => ids.has(id)).length;
      await check(each, (id) => ids.has(id));
    }
  }

  /** Kills the server twice in each round: while bursts of all these kinds arrive, and while what is left of them is replayed. */
  async function kill(names: string[], rounds: number, onRound: (line: string) => void = () => undefined): Promise<StanzaFindings[]> {
    const tracked = names.map((name): Tracked => {
      const kind = kinds[name];
      if (!kind) throw new Error(`there is no kind ${name}: ${Object.keys(kinds).join(', ')}`);
      return { name, kind, sent: [], acknowledged: 0, lost: new Set() };
    });
    const moment = randomFrom(`${seed}/${names.join()}`);
    const [live, replayed] = [tracked.filter(({ kind }) => !kind.whileDown), tracked.filter(({ kind }) => kind.whileDown)];
    for (let round = 0; round < rounds; round += 1) {
      await until('the device is connected and nothing waits', () => account.link?.isOpen === true && account.waiting.size === 0);
      for (const { kind } of live) await kind.prepare?.(burst);
      if (live.length > 0) {
        const dead = killAt(1 + moment.below(burst * live.length));
        await sendBurst(live);
        await dead;
        await checkAcknowledged(tracked);
      } else await node.kill();
      await sendBurst(replayed);
      // The list is empty if the server was killed at the very last acknowledgement.
      const rest = account.waiting.size;
      const dead = rest > 0 ? killAt(1 + moment.below(rest)) : undefined;
      node.launch();
      if (dead) {
        await dead;
        await checkAcknowledged(tracked);
        node.launch();
      }
      const sum = (count: (each: Tracked) => number) => tracked.reduce((total, each) => total + count(each), 0);
      onRound(`round ${round + 1}: ${sum((each) => each.acknowledged)} acknowledged, ${sum(({ lost }) => lost.size)} lost`);
    }
    account.onAcknowledged = () => undefined;
    await node.ready();
    network.ownPhone.isOff = false;
    const isThrough = async () => account.waiting.size === 0 && (await truth.rows('select from inbox limit 1')).length === 0;
    await until('everything is through', isThrough, 240).catch(async (error: unknown) => {
      const inbox = await truth.rows('select tries, quarantined_at, failure, frame from inbox limit 3');
      const waiting = [...account.waiting].map(([key, { node }]) => ({ key, tag: node.tag, attrs: node.attrs }));
      throw new Error(JSON.stringify({ waiting, inbox, faults: network.faults.map(String) }), { cause: error });
    });
    return Promise.all(
      tracked.map(async (each) => {
        const stored = await check(each, () => true);
        const { name, sent, lost } = each;
        const doubled = sent.filter((id) => (stored.get(id) ?? 0) > 1);
        return { name, sent: sent.length, acknowledged: each.acknowledged, lost: [...lost], doubled };
      }),
    );
  }

  return {
    kinds: Object.keys(kinds),
    kill,
    async close() {
      await truth.close();
      await network.close();
    },
  };
}
