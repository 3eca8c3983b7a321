import { connectionsApi } from '@prosa/contracts/connections';
import { contactsApi } from '@prosa/contracts/contacts';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { asMeta, envelope, person, secondsNow, sign } from '../../../test/loopback-cloud/hooks.ts';
import { openLoopbackCloud } from '../../../test/loopback-cloud/loopback-cloud.ts';
import { connectCloud } from '../../../test/loopback-cloud/office.ts';
import { type Account, newWamid } from '../../../test/loopback-cloud/state.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { bodies, thread, ticketOf } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';

const cloud = await openLoopbackCloud();
afterAll(() => cloud.close());
const world = await openWorld({ ROLES: 'web,worker', WHATSAPP_CLOUD_URL: cloud.url, PUBLIC_URL: 'https://atende.exemplo.com/' });
const database = new pg.Client({ connectionString: world.database.url });
await database.connect();
afterAll(() => database.end());

async function office() {
  const admin = await world.company();
  return { admin, ...(await connectCloud(world, cloud, admin)) };
}
const here = await office();

const said = (body: string, over: object = {}) => ({ id: newWamid(), timestamp: secondsNow(), type: 'text', text: { body }, ...over });
const written = (account: Account, number: string, ...messages: object[]) => {
  const { from, contacts } = person(account, number, account.hidden.has(number) ? 'Íris' : 'Ana');
  return envelope(account, { contacts, messages: messages.map((message) => ({ ...from, ...message })) });
};
const textOf = (account: Account, number: string, ...messages: object[]) => asMeta(written(account, number, ...messages));
const rowsOf = async (connectionId: number) => {
  const { rows } = await database.query<{ count: number }>(
    `
      select ((select count(*) from inbox where connection_id = $1)
        + (select count(*) from messages where connection_id = $1))::int as count`,
    [connectionId],
  );
  return rows[0]?.count;
};
const ask = (id: number, query: Record<string, string>) =>
  fetch(`${world.server.url}/hooks/cloud/${id}?${new URLSearchParams(query).toString()}`);

describe('Meta asks whether the address is ours', () => {
  const hub = (token: string, mode = 'subscribe') => ({ 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': '1158201444' });

  test('with the verify token it gets its challenge back as plain text', async () => {
    const answer = await ask(here.id, hub(here.account.verifyToken));
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      expect.stringMatching(/^text\/plain/),
      '1158201444',
    ]);
  });

  test('with another token, another mode, or for a connection that is not there, it is refused', async () => {
    const other = await office();
    const wrong = [
      ask(here.id, hub('another')),
      ask(here.id, hub(here.account.verifyToken, 'unsubscribe')),
      ask(here.id, hub(other.account.verifyToken)),
      ask(999_999, hub(here.account.verifyToken)),
    ];
    for (const answer of await Promise.all(wrong))
      expect([answer.status, await answer.json()]).toEqual([403, { error: 'ERR_INVALID_VERIFY_TOKEN' }]);
  });
});

describe('who posts', () => {
  test('without the signature of the very bytes nothing is taken', async () => {
    const body = textOf(here.account, newNumber(), said('Olá'));
    const before = await rowsOf(here.id);
    const readAgain = JSON.stringify(JSON.parse(body));
    const signatures = [
      undefined,
      '',
      'sha256=',
      `sha256=${'0'.repeat(64)}`,
      sign('another secret', body),
      sign(here.account.appSecret, readAgain),
      sign(here.account.appSecret, `${body} `),
      sign(here.account.appSecret, body).slice('sha256='.length),
    ];
    for (const signature of signatures) {
      const answer = await fetch(here.account.hook, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'x-hub-signature-256': signature }) },
      });
      expect([answer.status, await answer.json()]).toEqual([401, { error: 'ERR_INVALID_SIGNATURE' }]);
    }
    expect(await rowsOf(here.id)).toBe(before);
  });

  test('what was signed for one connection is not taken for another, of the same company or of another', async () => {
    const sister = await connectCloud(world, cloud, here.admin, 'Segunda');
    const other = await office();
    const body = textOf(here.account, newNumber(), said('Oi'));
    for (const { id, account } of [sister, other]) {
      const answer = await cloud.post({ ...here.account, hook: account.hook }, body);
      expect(answer).toMatchObject({ status: 401 });
      expect(await rowsOf(id)).toBe(0);
    }
    // Even rightly signed, it is not that connection's number.
    expect(await cloud.post({ ...other.account }, body)).toMatchObject({ status: 200 });
    expect(await rowsOf(other.id)).toBe(0);
  });

  test('a removed connection, one of another provider and one that does not exist answer like a wrong signature', async () => {
    const gone = await office();
    const { id: simulated } = await gone.admin.call(connectionsApi.create, { body: { name: 'Simulada', provider: 'simulator' } });
    await gone.admin.call(connectionsApi.update, { params: { id: simulated }, body: { isDefault: true } });
    const body = textOf(gone.account, newNumber(), said('Oi'));
    expect(await cloud.post(gone.account, body)).toMatchObject({ status: 200 });
    await gone.admin.call(connectionsApi.remove, { params: { id: gone.id } });
    for (const id of [gone.id, simulated, 999_999])
      expect(await cloud.post({ ...gone.account, hook: `${world.server.url}/hooks/cloud/${id}` }, body)).toMatchObject({ status: 401 });
  });

  test('up to 3 MiB are read, and more is refused unread', async () => {
    const sized = (bytes: number) => {
      const body = textOf(here.account, newNumber(), said('Oi'));
      return `${body.slice(0, -1)},"x":"${'x'.repeat(bytes - body.length - 7)}"}`;
    };
    expect(sized(3 * 1024 * 1024)).toHaveLength(3 * 1024 * 1024);
    expect(await cloud.post(here.account, sized(3 * 1024 * 1024))).toMatchObject({ status: 200 });
    const before = await rowsOf(here.id);
    expect(await cloud.post(here.account, sized(3 * 1024 * 1024 + 1))).toMatchObject({ status: 413 });
    expect(await rowsOf(here.id)).toBe(before);
  });

  test('a post that comes again changes nothing, whether at once or after it was worked on', async () => {
    const number = newNumber();
    const body = textOf(here.account, number, said('Uma vez'), said('Duas'));
    for (const { status } of await Promise.all(Array.from({ length: 4 }, () => cloud.post(here.account, body)))) expect(status).toBe(200);
    const ticket = await ticketOf(here.admin, number);
    await expect.poll(() => bodies(here.admin, ticket.id), patient).toEqual(['Uma vez', 'Duas']);
    await cloud.post(here.account, body);
    await cloud.post(here.account, textOf(here.account, number, said('Três')));
    await expect.poll(() => bodies(here.admin, ticket.id), patient).toEqual(['Uma vez', 'Duas', 'Três']);
  });
});

describe('what is posted', () => {
  test('a batch of a hundred messages of many customers, each once and in order', async () => {
    const numbers = Array.from({ length: 20 }, newNumber);
    const { wabaId } = here.account;
    const entry = Array.from({ length: 100 }, (_, at) => {
      const number = numbers[at % 20] ?? '';
      const over = { timestamp: String(1_790_000_000 + at) };
      return written(here.account, number, said(`${at}`, over)).entry[0];
    });
    expect(await cloud.post(here.account, asMeta({ object: wabaId, entry }))).toMatchObject({ status: 200 });
    for (const place of [0, 19]) {
      const ticket = await ticketOf(here.admin, numbers[place] ?? '');
      await expect.poll(() => bodies(here.admin, ticket.id), patient).toEqual([0, 20, 40, 60, 80].map((more) => String(place + more)));
    }
  });

  test('what nobody understands is taken all the same, so that it does not come for seven days', async () => {
    const odd = [
      {},
      { entry: null },
      { entry: [{ changes: 'x' }] },
      { entry: [null, { changes: [{ value: { messages: [{}] } }] }] },
      envelope(here.account, { messages: [{ id: newWamid(), type: 'text', text: { body: 'de ninguém' } }] }),
      envelope(here.account, { errors: [{ code: 131000 }] }),
      envelope(here.account, { event: 'APPROVED' }, 'message_template_status_update'),
      envelope(here.account, { statuses: [{ id: newWamid(), status: 'delivered' }] }),
      envelope({ ...here.account, phoneNumberId: '999' }, { messages: [{ from: newNumber(), ...said('Oi') }] }),
    ];
    const before = await rowsOf(here.id);
    for (const payload of odd) expect(await cloud.post(here.account, asMeta(payload))).toMatchObject({ status: 200 });
    expect(await rowsOf(here.id)).toBe(before);
  });

  test('each kind of message is shown as what it is, and an unknown kind as a message that can not be shown', async () => {
    const number = newNumber();
    const place = { latitude: -22.9, longitude: -47.06, name: 'Loja', address: 'Rua 1' };
    const card = { name: { formatted_name: 'Bia Lima' }, phones: [{ phone: '+55 11 91111-2222', wa_id: '5511911112222' }] };
    const kinds = [
      { type: 'text', text: { body: 'Olá çã 🙂' } },
      { type: 'location', location: place },
      { type: 'contacts', contacts: [card] },
      { type: 'button', button: { payload: 'P', text: 'Quero' } },
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Sim' } } },
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Plano', description: 'Mensal' } } },
      {
        type: 'order',
        order: {
          catalog_id: '1',
          text: 'Rápido',
          product_items: [{ product_retailer_id: 'PÃO', quantity: 2, item_price: 3.5, currency: 'BRL' }],
        },
      },
      { type: 'unsupported', errors: [{ code: 131051 }], unsupported: { type: 'poll_creation' } },
      { type: 'hologram', hologram: { id: 'x' } },
      { type: 'request_welcome' },
    ];
    const messages = kinds.map((kind, at) => ({ id: newWamid(), timestamp: String(1_790_000_000 + at), ...kind }));
    await cloud.post(here.account, textOf(here.account, number, ...messages));
    const ticket = await ticketOf(here.admin, number);
    await expect.poll(async () => (await thread(here.admin, ticket.id)).length, patient).toBe(9);
    const shown = await thread(here.admin, ticket.id);
    expect(shown.map(({ body, mediaType }) => [mediaType, body])).toEqual([
      [null, 'Olá çã 🙂'],
      ['locationMessage', 'Loja, Rua 1'],
      ['vcard', 'Bia Lima'],
      [null, 'Quero'],
      [null, 'Sim'],
      [null, 'Plano\nMensal'],
      [null, 'Pedido\n2 × PÃO (BRL 3.5)\nRápido'],
      [null, 'Mensagem não suportada (poll_creation)'],
      [null, 'Mensagem não suportada (hologram)'],
    ]);
    expect(shown[1]?.data).toMatchObject({ latitude: -22.9, longitude: -47.06 });
    expect(shown[2]?.data).toEqual({ contacts: [{ name: 'Bia Lima', number: '5511911112222' }] });
    expect(ticket.contact).toMatchObject({ name: 'Ana', number });
  });

  test('a reply, a reaction, an edit and a deletion find the message they speak of, also when they come first', async () => {
    const number = newNumber();
    const [first, second] = [said('Tem pão?', { timestamp: '1790000000' }), said('De queijo', { timestamp: '1790000001' })];
    const later = (at: number, over: object) => ({ id: newWamid(), timestamp: String(1_790_000_000 + at), ...over });
    const reaction = later(5, { type: 'reaction', reaction: { message_id: second.id, emoji: '👍' } });
    await cloud.post(here.account, textOf(here.account, number, reaction));
    await cloud.post(here.account, textOf(here.account, number, first, second));
    await cloud.post(
      here.account,
      textOf(
        here.account,
        number,
        later(2, { type: 'text', text: { body: 'Esse' }, context: { id: second.id } }),
        later(3, { type: 'edit', edit: { original_message_id: second.id, message: { type: 'text', text: { body: 'De milho' } } } }),
        later(4, { type: 'revoke', revoke: { original_message_id: first.id } }),
      ),
    );
    const ticket = await ticketOf(here.admin, number);
    await expect
      .poll(
        async () =>
          (await thread(here.admin, ticket.id)).map(({ body, isDeleted, isEdited, reactions }) => [
            body,
            isDeleted,
            isEdited,
            reactions.length,
          ]),
        patient,
      )
      .toEqual([
        ['', true, false, 0],
        ['De milho', false, true, 1],
        ['Esse', false, false, 0],
      ]);
    expect((await thread(here.admin, ticket.id))[2]?.quotedMsg?.body).toBe('De milho');
  });

  test('somebody who hides the number is one person with it once both are told', async () => {
    const number = newNumber();
    here.account.hidden.set(number, 'BR.8f3kZ0qQ7');
    await cloud.post(here.account, textOf(here.account, number, said('Quem sou?')));
    const ticket = await ticketOf(here.admin, 'Íris');
    await expect.poll(() => bodies(here.admin, ticket.id), patient).toContain('Quem sou?');
    const contactId = ticket.contact.id;
    expect(await here.admin.call(contactsApi.show, { params: { id: contactId } })).toMatchObject({ number: '' });
    const { contacts } = person(here.account, number);
    const both = { contacts: [{ ...contacts[0], wa_id: number, user_id: 'BR.8f3kZ0qQ7' }] };
    await cloud.post(
      here.account,
      asMeta(envelope(here.account, { ...both, messages: [{ from: number, from_user_id: 'BR.8f3kZ0qQ7', ...said('Sou eu') }] })),
    );
    await expect.poll(async () => (await here.admin.call(contactsApi.show, { params: { id: contactId } })).number, patient).toBe(number);
    await expect.poll(() => bodies(here.admin, ticket.id), patient).toEqual(['Quem sou?', 'Sou eu']);
  });

  test('what was typed on the company’s own phone is in the thread as ours', async () => {
    const number = newNumber();
    await cloud.post(here.account, textOf(here.account, number, said('Oi', { timestamp: '1790000000' })));
    const echo = { ...said('Já respondo', { timestamp: '1790000009' }), from: '551140000000', to: number };
    await cloud.post(here.account, asMeta(envelope(here.account, { message_echoes: [echo] }, 'smb_message_echoes')));
    const ticket = await ticketOf(here.admin, number);
    await expect
      .poll(async () => (await thread(here.admin, ticket.id)).map(({ body, fromMe }) => [body, fromMe]), patient)
      .toEqual([
        ['Oi', false],
        ['Já respondo', true],
      ]);
  });
});
