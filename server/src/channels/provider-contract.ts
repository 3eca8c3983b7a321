import type { Feature } from '@prosa/contracts/channels';
import type { PhoneMessage } from '@prosa/contracts/simulator';
import { describe, expect, test } from 'vitest';
import type { OutgoingFile } from '../../test/outgoing-file.ts';
import { patient } from '../../test/patient.ts';
import { errorOfFailure } from './failures.ts';
import type { ConnectionRef, Frame, OutboundMessage, Provider, ReplayTally, Session, SessionState, TypingFrame } from './port.ts';
import { fileContract, type SentFile } from './provider-contract-files.ts';
import { newId, sent, text } from './provider-contract-messages.ts';
import { type Another, networkContract } from './provider-contract-network.ts';

/** A customer's phone on the network behind a provider, however that network is played. */
type Phone = {
  number: string;
  write(body: string, group?: { id: string; name: string }): Promise<string>;
  shown(): Promise<PhoneMessage[]>;
  /** What it shows the business doing. */
  typing(): Promise<TypingFrame['state']>;
};

/** A provider with one connection that stands, and hands on its network. What is optional may be left out by one that can not play it. */
export type Stage = {
  provider: Provider;
  connection: ConnectionRef;
  session: Session;
  /** What the session has handed over so far. */
  frames: Frame[];
  /** A new customer. */
  phone(): Phone;
  /** The company's own phone loses the network, or finds it again. */
  goAway(away: boolean): Promise<void>;
  /** The network refuses the next thing for good. */
  refuseNext(): Promise<void>;
  /** Nobody is under this number. */
  disown(number: string): Promise<void>;
  /** How long the window is from now on. */
  setWindow(hours: number | null): Promise<void>;
  /** What the session has reported and counted so far. */
  states?: SessionState[];
  tallies?: ReplayTally[];
  /** A customer sends a file; answers the id of the message. */
  sendFile?(number: string, file: SentFile): Promise<string>;
  /** A file of ours that stands ready to be sent, and the bytes that a phone got with a message. */
  keepFile?(file: OutgoingFile): Promise<NonNullable<OutboundMessage['media']>>;
  fileOn?(shown: PhoneMessage): Promise<Buffer | undefined>;
  another?(): Promise<Another>;
};

export type Play = Stage & {
  /** A promise of a provider that claims the feature; of others it is not asked. */
  when(feature: Feature): ReturnType<typeof test.skipIf>;
  received(id: string): Promise<void>;
};

/** What every provider promises. */
export function providerContract(name: string, stage: Stage): void {
  const play: Play = {
    ...stage,
    when: (feature) => test.skipIf(!stage.provider.features.has(feature)),
    received: (id) => expect.poll(() => stage.frames.some((frame) => 'id' in frame && frame.id === id), patient).toBe(true),
  };
  describe(`${name}: messages`, () => messages(play));
  describe(`${name}: refusals`, () => refusals(play));
  describe(`${name}: the window`, () => theWindow(play));
  describe(`${name}: more than text`, () => moreThanText(play));
  describe(`${name}: beside the messages`, () => besideMessages(play));
  fileContract(name, play);
  networkContract(name, play);
}

function messages(play: Play): void {
  const { session, frames, received } = play;
  test('what a customer writes is handed over with who wrote it, where and when', async () => {
    const phone = play.phone();
    const id = await phone.write('Oi');
    await received(id);
    const frame = frames.find((each) => each.kind === 'message' && each.id === id);
    expect(frame).toMatchObject({ kind: 'message', chat: phone.number, body: 'Oi', fromMe: false, isGroup: false });
    expect(frame?.kind === 'message' && Number.isNaN(Date.parse(frame.sentAt))).toBe(false);
  });

  test('what we send is shown once, however often it is handed over under its id, and its receipt comes', async () => {
    const phone = play.phone();
    const message = text(phone.number, 'Bom dia');
    expect(await session.send(message)).toEqual(sent);
    expect(await session.send(message)).toEqual(sent);
    await expect.poll(async () => (await phone.shown()).map(({ body }) => body), patient).toEqual(['Bom dia']);
    await expect
      .poll(() => frames.some((frame) => frame.kind === 'receipt' && frame.id === message.id && frame.ack >= 1), patient)
      .toBe(true);
  });

  test('a reply shows what it answers', async () => {
    const phone = play.phone();
    const quotedId = await phone.write('Tem pão?');
    expect(await session.send({ ...text(phone.number, 'Tem'), quotedId })).toEqual(sent);
    await expect.poll(async () => (await phone.shown()).at(-1), patient).toMatchObject({ body: 'Tem', quotedId });
  });
}

function refusals(play: Play): void {
  const { provider, session, connection, when } = play;
  test('while the phone is away it is "later", and the same message leaves when it is back', async () => {
    const phone = play.phone();
    const message = text(phone.number, 'Já volto');
    await play.goAway(true);
    const meanwhile = await session.send(message);
    await play.goAway(false);
    expect(meanwhile).toMatchObject({ outcome: 'later' });
    await expect.poll(() => session.send(message), patient).toEqual(sent);
  });

  test('what is refused for good says why, by a reason that people can be told', async () => {
    const phone = play.phone();
    await play.refuseNext();
    const refused = await session.send(text(phone.number, 'Não'));
    expect(refused.outcome).toBe('failed');
    expect(Object.keys(errorOfFailure)).toContain(refused.outcome === 'failed' && refused.reason);
    const nobody = play.phone();
    await play.disown(nobody.number);
    expect(await session.send(text(nobody.number, 'Olá?'))).toEqual({ outcome: 'failed', reason: 'notOnChannel' });
  });

  when('reachability')('a number is there, or not', async () => {
    const [somebody, nobody] = [play.phone(), play.phone()];
    await play.disown(nobody.number);
    expect(await provider.isReachable(connection, somebody.number)).toBe('yes');
    expect(await provider.isReachable(connection, nobody.number)).toBe('no');
  });
}

function theWindow(play: Play): void {
  const { provider, session, connection, when, received } = play;
  when('templates')('outside it only a template leaves, filled in; a customer who writes opens it', async () => {
    const phone = play.phone();
    const [template] = await provider.templates(connection);
    if (!template) throw new Error('a provider of templates has one to try');
    const { name: called, language, body } = template;
    const variables = [...new Set(body.match(/\{\{\d+\}\}/g))].map((_, place) => `valor ${place + 1}`);
    await play.setWindow(24);
    try {
      expect(await provider.windowHours(connection)).toBe(24);
      expect(await session.send(text(phone.number, 'Olá'))).toEqual({ outcome: 'failed', reason: 'windowClosed' });
      const use = (values: string[]) =>
        session.send({ ...text(phone.number, ''), template: { name: called, language, variables: values } });
      expect(await use([...variables, 'um a mais'])).toEqual({ outcome: 'failed', reason: 'templateRefused' });
      expect(await use(variables)).toEqual(sent);
      await expect.poll(async () => (await phone.shown()).at(-1)?.body, patient).toContain('valor 1');
      await received(await phone.write('Sim'));
      expect(await session.send(text(phone.number, 'Que bom'))).toEqual(sent);
    } finally {
      await play.setWindow(null);
    }
    expect(await session.send(text(play.phone().number, 'Sem janela'))).toEqual(sent);
  });
}

function moreThanText(play: Play): void {
  const { session, when } = play;
  when('location')('a place', async () => {
    const phone = play.phone();
    const data = { latitude: -22.9, longitude: -47.06, name: 'Loja' };
    expect(await session.send({ ...text(phone.number, ''), mediaType: 'locationMessage', data })).toEqual(sent);
    await expect.poll(async () => (await phone.shown()).at(-1), patient).toMatchObject({ mediaType: 'locationMessage', data });
  });

  when('forwardedMark')('that it was said elsewhere before', async () => {
    const phone = play.phone();
    expect(await session.send({ ...text(phone.number, 'Endereço novo'), data: { forwarded: true } })).toEqual(sent);
    await expect
      .poll(async () => (await phone.shown()).at(-1), patient)
      .toMatchObject({ body: 'Endereço novo', data: { forwarded: true } });
  });

  when('card')('a contact card', async () => {
    const phone = play.phone();
    const data = { contacts: [{ name: 'Financeiro', number: '5511911112222' }] };
    expect(await session.send({ ...text(phone.number, ''), mediaType: 'vcard', data })).toEqual(sent);
    await expect.poll(async () => (await phone.shown()).at(-1), patient).toMatchObject({ mediaType: 'vcard', data });
  });

  when('reaction')('a reaction to what they wrote, replaced and taken back', async () => {
    const phone = play.phone();
    const id = await phone.write('Obrigada!');
    const react = (emoji: string) => session.react({ id, chat: phone.number, fromMe: false, participant: '', emoji });
    const shown = () => expect.poll(async () => (await phone.shown()).at(-1)?.reactions, patient);
    for (const emoji of ['👍', '🙏']) {
      expect(await react(emoji)).toEqual(sent);
      await shown().toEqual([{ emoji, fromBusiness: true }]);
    }
    expect(await react('')).toEqual(sent);
    await shown().toEqual([]);
  });

  when('reaction')('a reaction to what we said ourselves; handed over twice it is one', async () => {
    const phone = play.phone();
    await phone.write('Oi');
    const message = text(phone.number, 'Feito');
    await session.send(message);
    const react = () => session.react({ id: message.id, chat: phone.number, fromMe: true, participant: '', emoji: '🎉' });
    expect(await react()).toEqual(sent);
    expect(await react()).toEqual(sent);
    await expect.poll(async () => (await phone.shown()).at(-1)?.reactions, patient).toEqual([{ emoji: '🎉', fromBusiness: true }]);
  });

  when('edit')('another text in place of one that we sent; of what is not there, nothing', async () => {
    const phone = play.phone();
    const message = text(phone.number, 'Custa 10');
    await session.send(message);
    for (let times = 0; times < 2; times += 1)
      expect(await session.edit({ id: message.id, chat: phone.number, body: 'Custa 12' })).toEqual(sent);
    await expect.poll(async () => (await phone.shown()).at(-1), patient).toMatchObject({ body: 'Custa 12', isEdited: true });
    expect(await session.edit({ id: newId(), chat: phone.number, body: '?' })).toEqual({ outcome: 'failed', reason: 'messageGone' });
  });

  when('retract')('what we sent is taken back for everyone', async () => {
    const phone = play.phone();
    const message = text(phone.number, 'Engano');
    await session.send(message);
    expect(await session.retract({ id: message.id, chat: phone.number })).toEqual(sent);
    await expect.poll(async () => (await phone.shown()).at(-1)?.isDeleted, patient).toBe(true);
  });
}

function besideMessages(play: Play): void {
  const { provider, session, when, received } = play;
  when('markRead')('what somebody here has read is shown as read on their phone', async () => {
    const phone = play.phone();
    const ids = [await phone.write('um'), await phone.write('dois')];
    await session.markRead({ chat: phone.number, messages: ids.map((id) => ({ id, participant: '' })) });
    await session.markRead({ chat: phone.number, messages: ids.map((id) => ({ id, participant: '' })) });
    await expect.poll(async () => (await phone.shown()).map(({ ack }) => ack >= 3), patient).toEqual([true, true]);
  });

  when('typing')('that somebody here is writing is shown on their phone, and that they stopped', async () => {
    const phone = play.phone();
    await phone.write('Alguém aí?');
    await session.typing({ chat: phone.number, state: 'typing' });
    await expect.poll(() => phone.typing(), patient).toBe('typing');
    if (provider.features.has('recording')) {
      await session.typing({ chat: phone.number, state: 'recording' });
      await expect.poll(() => phone.typing(), patient).toBe('recording');
    }
    await session.typing({ chat: phone.number, state: 'paused' });
    await expect.poll(() => phone.typing(), patient).toBe('paused');
  });

  when('picture')('a picture as bytes, or that there is none', async () => {
    const phone = play.phone();
    await phone.write('Oi');
    const picture = await session.picture(phone.number);
    expect(picture).toMatchObject({ mimetype: expect.stringMatching(/^image\//), bytes: expect.any(Buffer) });
    expect(await session.picture(play.phone().number)).toBe('none');
  });

  when('groups')('a group has a name and those who are in it', async () => {
    const [ana, bia] = [play.phone(), play.phone()];
    const group = { id: `1203${newId().replace(/\D/g, '')}@g.us`, name: 'Condomínio' };
    await ana.write('Boa tarde', group);
    await received(await bia.write('Olá', group));
    expect(await session.group(group.id)).toMatchObject({
      name: 'Condomínio',
      participants: expect.arrayContaining([
        expect.objectContaining({ address: ana.number }),
        expect.objectContaining({ address: bia.number }),
      ]),
    });
    expect(await session.group('1203000@g.us')).toBeUndefined();
  });

  when('groups')('what we say in a group is shown to everybody who is in it, once, in its order', async () => {
    const [ana, bia] = [play.phone(), play.phone()];
    const group = { id: `1203${newId().replace(/\D/g, '')}@g.us`, name: 'Vizinhos' };
    await received(await ana.write('Boa tarde', group));
    await received(await bia.write('Olá', group));
    const answers = [text(group.id, 'Bem-vindas'), text(group.id, 'A reunião é às 19h')];
    for (const answer of answers) expect(await session.send(answer)).toEqual(sent);
    for (const { shown } of [ana, bia]) {
      const said = async () => (await shown()).flatMap(({ fromBusiness, body }) => (fromBusiness ? [body] : []));
      await expect.poll(said, patient).toEqual(answers.map(({ body }) => body));
    }
  });
}
