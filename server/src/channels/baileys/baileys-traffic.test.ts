import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Customer } from '../../../test/loopback-whatsapp/customer.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { newMediaKey } from '../../platform/storage/storage.ts';
import type { Frame, OutboundMessage } from '../port.ts';
import { isInstalled, notInstalled, openLoopback, openPaired } from './loopback.fixture.ts';
import { type MediaWord, openFile, sealFile } from './media.ts';

const text = (chat: string, body: string, more: Partial<OutboundMessage> = {}): OutboundMessage => ({
  id: `3EB0${Math.random().toString(16).slice(2).toUpperCase().padEnd(18, '0').slice(0, 18)}`,
  chat,
  body,
  mediaType: null,
  media: null,
  voice: false,
  quotedId: null,
  data: null,
  template: null,
  ...more,
});

describe.skipIf(!isInstalled)(`what passes through a linked device${isInstalled ? '' : `: ${notInstalled}`}`, async () => {
  if (!isInstalled) return;
  const world = await openWorld({ ROLES: 'web' });
  const { network, settings } = await openLoopback();
  const device = await openPaired(world, network, { ...settings, history: false });
  const { session, account, frames, connection, typing } = device;
  afterAll(async () => {
    await session.close();
    await network.close();
  });
  const arrived = (test_: (frame: Frame) => boolean) => vi.waitUntil(() => frames.find(test_), patient);
  const message = (id: string) => vi.waitUntil(() => device.message(id), patient);

  /** A file as a customer's phone uploads it. */
  function uploaded(bytes: Buffer, media: MediaWord) {
    const { bytes: sealed, ...file } = sealFile(bytes, media);
    const directPath = `/mms/${media}/${file.fileEncSha256.toString('base64url')}`;
    network.media.files.set(directPath, sealed);
    return { ...file, directPath };
  }

  test.each([
    ['image', 'imageMessage', { mimetype: 'image/jpeg', caption: 'Olha' }, { mediaType: 'image', body: 'Olha' }],
    ['video', 'videoMessage', { mimetype: 'video/mp4', seconds: 3 }, { mediaType: 'video', data: { seconds: 3 } }],
    ['audio', 'audioMessage', { mimetype: 'audio/ogg; codecs=opus', ptt: true }, { mediaType: 'audio', data: { voice: true } }],
    ['document', 'documentMessage', { mimetype: 'application/pdf', fileName: 'conta.pdf' }, { mediaType: 'application' }],
  ] as const)(
    'a customer sends a file (%s): the message comes at once, the bytes when they are fetched',
    async (media, kind, said, expected) => {
      const bytes = Buffer.from(`the ${media} itself`);
      const customer = network.customer(newNumber());
      const id = await network.write(account, customer, { [kind]: { ...said, ...uploaded(bytes, media) } });
      const frame = await message(id);
      expect(frame).toMatchObject(expected);
      expect(frame.remote).toMatchObject({ size: bytes.length, mimetype: said.mimetype.split(';')[0] });
      expect(JSON.stringify(frame)).not.toContain('mediaKey');
      const fetched = await session.fetchFile(frame.remote?.ref ?? '');
      expect(fetched.outcome === 'fetched' && (await buffer(fetched.stream))).toEqual(bytes);
    },
  );

  test('a file that is not the one that was meant never comes; a reference of another connection opens nothing', async () => {
    const where = uploaded(Buffer.from('true'), 'image');
    const id = await network.write(account, network.customer(newNumber()), { imageMessage: { mimetype: 'image/png', ...where } });
    const { remote } = await message(id);
    network.media.files.set(where.directPath, Buffer.from('something else entirely'));
    expect(await session.fetchFile(remote?.ref ?? '')).toEqual({ outcome: 'gone' });
    expect(await session.fetchFile('v1.0.nonsense')).toEqual({ outcome: 'gone' });
  });

  test.each([
    ['image', 'image/png', false, 'imageMessage', 'image'],
    ['video', 'video/mp4', false, 'videoMessage', 'video'],
    ['audio', 'audio/ogg', true, 'audioMessage', 'audio'],
    ['application', 'application/pdf', false, 'documentMessage', 'document'],
  ] as const)('we send a file (%s), and their phone can open it', async (kind, mimetype, voice, field, media) => {
    const customer = network.customer(newNumber());
    const key = newMediaKey(connection.companyId);
    await world.server.platform.storage.put(key, Buffer.from(`our ${kind}`), { limitBytes: 1000 });
    const file = { id: 1, key, mimetype, kind, fileName: 'arquivo.bin' };
    const outgoing = text(customer.number, 'Segue', { mediaType: kind, media: file, voice });
    expect(await session.send(outgoing)).toEqual({ outcome: 'sent' });
    const got = customer.received.get(outgoing.id)?.[field];
    const sealed = network.media.files.get(got?.directPath ?? '') ?? Buffer.alloc(0);
    expect(openFile(sealed, Buffer.from(got?.mediaKey ?? []), media)?.toString()).toBe(`our ${kind}`);
    if (voice) expect(customer.received.get(outgoing.id)?.audioMessage).toMatchObject({ ptt: true, mimetype: 'audio/ogg; codecs=opus' });
  });

  test('they react, edit and take back; each comes once', async () => {
    const customer = network.customer(newNumber());
    const ours = text(customer.number, 'Pronto');
    await session.send(ours);
    const id = await network.write(account, customer, { conversation: 'Custa quanto?' });
    const theirs = { remoteJid: account.primary.pn, fromMe: true, id };
    await network.write(account, customer, { reactionMessage: { key: { ...theirs, fromMe: false, id: ours.id }, text: '👍' } });
    await network.write(account, customer, { protocolMessage: { key: theirs, type: 14, editedMessage: { conversation: 'Quanto?' } } });
    await network.write(account, customer, { protocolMessage: { key: theirs, type: 0 } });
    await arrived((frame) => frame.kind === 'delete' && frame.id === id);
    const about = frames.filter((frame) => 'chat' in frame && frame.chat === customer.number && frame.kind !== 'message');
    expect(about).toEqual([
      expect.objectContaining({ kind: 'reaction', id: ours.id, fromMe: true, emoji: '👍', reactorIsBusiness: false, name: customer.name }),
      expect.objectContaining({ kind: 'edit', id, fromMe: false, body: 'Quanto?' }),
      expect.objectContaining({ kind: 'delete', id, fromMe: false }),
    ]);
  });

  test('what is written on the own phone comes as ours; what is in a group comes with who wrote', async () => {
    const customer = network.customer(newNumber());
    const id = await network.writeOnPhone(account, customer, { conversation: 'Do celular' });
    expect(await message(id)).toMatchObject({ chat: customer.number, fromMe: true, body: 'Do celular', name: '' });
    const group = { id: `1203${newNumber()}@g.us`, name: 'Condomínio' };
    const said = await network.write(account, customer, { conversation: 'Boa tarde' }, { group });
    const who = { participant: customer.number, participantName: customer.name };
    expect(await message(said)).toMatchObject({ chat: group.id, isGroup: true, name: group.name, ...who });
  });

  test('a call is refused, and comes as a call', async () => {
    const customer = network.customer(newNumber());
    const id = network.call(account, customer);
    expect(await message(id)).toMatchObject({ chat: customer.number, mediaType: 'call_log', data: { video: false } });
    await vi.waitUntil(() => network.heard.find(({ tag }) => tag === 'call'), patient);
    await expect.poll(() => account.waiting.has(id), patient).toBe(false);
  });

  test('who hides their number comes under a privacy id, until the number is told', async () => {
    const customer = network.customer(newNumber());
    const hidden = await network.write(account, customer, { conversation: 'Oi' }, { addressing: 'hidden' });
    expect(await message(hidden)).toMatchObject({ chat: customer.lid });
    const answer = text(customer.lid, 'Olá');
    expect(await session.send(answer)).toEqual({ outcome: 'sent' });
    expect(customer.find(answer.id)?.body).toBe('Olá');
    const told = await network.write(account, customer, { conversation: 'Sou eu' }, { addressing: 'privacyId' });
    expect(await message(told)).toMatchObject({ chat: customer.number });
    expect(frames).toContainEqual({ kind: 'identity', privacyId: customer.lid, number: customer.number });
    const later = await network.write(account, customer, { conversation: 'De novo' }, { addressing: 'hidden' });
    expect(await message(later)).toMatchObject({ chat: customer.number });
  });

  test('their receipts come; a second delivery of the same id is one message for them', async () => {
    const customer = network.customer(newNumber());
    const ours = text(customer.number, 'Oi');
    await session.send(ours);
    network.receipt(account, customer, ours.id, 'read');
    await arrived((frame) => frame.kind === 'receipt' && frame.id === ours.id && frame.ack === 3);
    const before = account.duplicates;
    await session.send(ours);
    expect(account.duplicates).toBe(before + 1);
    expect(customer.screen.filter(({ id }) => id === ours.id)).toHaveLength(1);
  });

  test('without an answer of the server it is in doubt; refused as restricted it is not tried again', async () => {
    const impatient = await openPaired(world, network, { ...settings, ackMilliseconds: 700, history: false });
    const customer = network.customer(newNumber());
    network.isMute = true;
    const ours = text(customer.number, 'Chegou?');
    expect(await impatient.session.send(ours)).toEqual({ outcome: 'later', reason: 'noAnswer' });
    network.isMute = false;
    // As often as it takes: on a busy machine an answer may take longer than that, too.
    await expect.poll(() => impatient.session.send(ours), patient).toEqual({ outcome: 'sent' });
    await impatient.session.close();
    expect(customer.screen.map(({ body }) => body)).toEqual(['Chegou?']);
    network.nackNext = '463';
    expect(await session.send(text(customer.number, 'Não'))).toEqual({ outcome: 'failed', reason: 'restricted' });
  });

  test('a phone that could not read our message gets it again', async () => {
    const customer = network.customer(newNumber());
    const ours = text(customer.number, 'Leia');
    await session.send(ours);
    const sendings = () => network.heard.filter(({ tag, attrs }) => tag === 'message' && attrs.id === ours.id).length;
    network.askAgain(account, customer, ours.id);
    await expect.poll(sendings, patient).toBe(2);
  });

  test('what we can not read is told as such and asked for again, and comes', async () => {
    const customer = network.customer(newNumber());
    await message(await network.write(account, customer, { conversation: 'primeira' }));
    const id = await writeUnreadable(customer);
    await arrived((frame) => frame.kind === 'message' && frame.id === id && frame.body === 'segunda');
    const told = frames.filter((frame) => frame.kind === 'message' && frame.id === id);
    expect(told).toMatchObject([
      { body: '', data: { unreadable: true } },
      { body: 'segunda', data: null },
    ]);
  });

  /** Its bytes are spoilt on the way, once. */
  async function writeUnreadable(customer: Customer): Promise<string> {
    const encrypt = customer.encrypt.bind(customer);
    customer.encrypt = async (to, said) => {
      customer.encrypt = encrypt;
      const sealed = await encrypt(to, said);
      const bytes = Buffer.from(sealed.content instanceof Uint8Array ? sealed.content : []);
      return { ...sealed, content: bytes.fill(7, bytes.length - 12) };
    };
    return network.write(account, customer, { conversation: 'segunda' });
  }

  test('that somebody types is told', async () => {
    const customer = network.customer(newNumber());
    await message(await network.write(account, customer, { conversation: 'Oi' }));
    network.types(account, customer, 'composing');
    await expect.poll(() => typing, patient).toContainEqual({ kind: 'typing', chat: customer.number, state: 'typing' });
  });
});
