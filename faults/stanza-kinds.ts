import { randomBytes } from 'node:crypto';
import type { Account } from '../server/test/loopback-whatsapp/account.ts';
import type { Customer } from '../server/test/loopback-whatsapp/customer.ts';
import type { LoopbackWhatsApp } from '../server/test/loopback-whatsapp/loopback-whatsapp.ts';
import { newNumber } from '../server/test/office.ts';
import type { CheckerDatabase } from './checker-database.ts';
import { until } from './waiting.ts';

const words = 'Quanto custa?';

/** One kind of stanza that the network sends and the device acknowledges. */
export type StanzaKind = {
  /** Prepares a burst while the server runs. */
  prepare?(count: number): Promise<void>;
  /** Sends one; the id of what must be stored. */
  send(): Promise<string | undefined>;
  /** The id that an acknowledgement is about; by default the acknowledged key itself. */
  idOf?(key: string): string;
  /** How often each of these is stored. */
  stored(ids: string[]): Promise<Map<string, number>>;
  /** Sent while the server is down, to be replayed at its next start. */
  whileDown?: boolean;
};

type Parts = { network: LoopbackWhatsApp; account: Account; truth: CheckerDatabase };

export async function stanzaKinds({ network, account, truth }: Parts): Promise<Record<string, StanzaKind>> {
  const { spoilNext } = await import('../server/test/loopback-whatsapp/spoilt.ts');
  const { unsealedKinds, writeUnsealed } = await import('../server/test/loopback-whatsapp/unsealed.ts');
  const stored = (ids: string[]) => storedMessages(truth, ids, '%');
  const kind = (write: (customer: Customer) => string | Promise<string>, more: Partial<StanzaKind> = {}): StanzaKind => {
    const customer = network.customer(newNumber());
    return { send: async () => write(customer), stored, ...more };
  };
  const text = { conversation: words };
  const writeText = (customer: Customer) => network.write(account, customer, text);
  const unsealed = (name: (typeof unsealedKinds)[number]) => (customer: Customer) => writeUnsealed(network, account, customer, words, name);
  const group = { id: `1203${newNumber()}@g.us`, name: 'Condomínio' };
  const phoneAnswers = kind(unsealed('words'));
  return {
    text: kind(writeText),
    replayed: kind(writeText, { whileDown: true }),
    group: kind((customer) => network.write(account, customer, text, { group })),
    'own phone': kind((customer) => network.writeOnPhone(account, customer, text)),
    spoilt: kind((customer) => {
      spoilNext(customer);
      return writeText(customer);
    }),
    call: kind((customer) => network.call(account, customer)),
    receipt: kind(
      (customer) => {
        // About a message that is not there: it is parked, and can be looked at.
        const id = randomBytes(10).toString('hex').toUpperCase();
        network.receipt(account, customer, id, 'read');
        return id;
      },
      { idOf: (key) => key.replace(/\/read$/, ''), stored: (ids) => storedReceipts(truth, ids) },
    ),
    ...Object.fromEntries(unsealedKinds.map((name) => [name, kind(unsealed(name))])),
    'replayed words': kind(unsealed('words'), { whileDown: true }),
    'phone’s answer': {
      async prepare(count) {
        const { ownPhone } = network;
        ownPhone.isOff = true;
        const asked: string[] = [];
        for (let n = 0; n < count; n += 1) asked.push((await phoneAnswers.send()) ?? '');
        await until('words were requested', () => asked.every((id) => ownPhone.requested.includes(id) && !account.waiting.has(id)));
      },
      send: async () => (await network.ownPhone.answer(1))[0],
      idOf: (key) => network.ownPhone.answers.get(key) ?? '',
      stored: (ids) => storedMessages(truth, ids, words),
    },
  };
}

/** In the inbox, or made into a message. */
async function storedMessages(truth: CheckerDatabase, ids: string[], body: string): Promise<Map<string, number>> {
  const rows = await truth.rows<{ id: string; count: number }>(
    `
      select id, greatest(count(*) filter (where is_message), 1)::int as count
      from (
        select channel_id as id, true as is_message from messages where channel_id = any($1) and body like $2
        union all
        select frame->>'id', false from inbox where frame->>'id' = any($1) and frame->>'body' like $2) found
      group by id`,
    [ids, body],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function storedReceipts(truth: CheckerDatabase, ids: string[]): Promise<Map<string, number>> {
  const rows = await truth.rows<{ id: string }>(
    `
      select channel_id as id from parked_receipts where channel_id = any($1) and ack >= 3
      union
      select frame->>'id' from inbox where frame->>'id' = any($1) and frame->>'kind' = 'receipt'`,
    [ids],
  );
  return new Map(rows.map(({ id }) => [id, 1]));
}
