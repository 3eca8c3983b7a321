import type { proto } from '@whiskeysockets/baileys';
import { afterAll, describe, test, vi } from 'vitest';
import type { Account } from '../../../test/loopback-whatsapp/account.ts';
import type { Customer } from '../../../test/loopback-whatsapp/customer.ts';
import type { LoopbackWhatsApp } from '../../../test/loopback-whatsapp/loopback-whatsapp.ts';
import { newNumber } from '../../../test/office.ts';
import { keepOutgoingFile } from '../../../test/outgoing-file.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { providerContract, type Stage } from '../provider-contract.ts';
import type { Another } from '../provider-contract-network.ts';
import { isInstalled, notInstalled, openDevice, openLoopback, openPaired } from './loopback.fixture.ts';
import { type MediaWord, openFile, sealFile } from './media.ts';
import type { BaileysSettings } from './settings.ts';

async function openStage(): Promise<Stage> {
  const world = await openWorld({ ROLES: 'web' });
  const { network, settings } = await openLoopback();
  const { provider, connection, session, frames, account, reports: states, tally: tallies } = await openPaired(world, network, settings);
  const { platform } = world.server;
  const customers = new Map<string, Customer>();
  afterAll(async () => {
    await session.close();
    await network.close();
  });
  return {
    provider,
    connection,
    session,
    frames,
    states,
    tallies,
    keepFile: (file) => keepOutgoingFile(platform, connection.companyId, file),
    fileOn: async ({ id }) => {
      const got = [...customers.values()].map(({ received }) => received.get(id)).find((found) => found !== undefined);
      const [kind, word] = fileIn(got ?? {});
      const sealed = network.media.files.get(kind?.directPath ?? '');
      return sealed && openFile(sealed, Buffer.from(kind?.mediaKey ?? []), word);
    },
    sendFile: async (number, { bytes, mimetype, fileName }) => {
      const word = words[mimetype.split('/')[0] ?? ''] ?? 'document';
      const { bytes: sealed, ...file } = sealFile(bytes, word);
      const directPath = `/mms/${word}/${file.fileEncSha256.toString('base64url')}`;
      network.media.files.set(directPath, sealed);
      const customer = customers.get(number);
      if (!customer) throw new Error('nobody is under this number');
      return network.write(account, customer, { [`${word}Message`]: { mimetype, fileName, ...file, directPath } });
    },
    another: () => openAnother(world, network, settings),
    phone() {
      const customer = network.customer(newNumber());
      customers.set(customer.number, customer);
      return {
        number: customer.number,
        write: (body, group) => network.write(account, customer, { conversation: body }, group && { group }),
        shown: async () => customer.screen,
        typing: async () => customer.typing,
      };
    },
    goAway: async (away) => network.setUnreachable(away),
    refuseNext: async () => {
      network.nackNext = '479';
    },
    disown: async (number) => network.disown(number),
    setWindow: async () => undefined,
  };
}

/** Not linked yet; each has a phone of its own. */
async function openAnother(world: World, network: LoopbackWhatsApp, settings: BaileysSettings): Promise<Another> {
  const { open, reports: states } = await openDevice(world, { ...settings, takeBackMilliseconds: 300 });
  const session = open();
  const number = newNumber();
  let account: Account | undefined;
  return {
    session,
    states,
    async confirm() {
      const { qrcode } = states.findLast((state) => state.qrcode) ?? {};
      account = network.scan(qrcode ?? '', { number });
    },
    async end(why) {
      if (!account) throw new Error('it is not linked');
      if (why === 'loggedOut') return network.interrupt(account, 'removed');
      if (why === 'replaced') {
        // It takes the connection back once, and then no more.
        network.interrupt(account, 'replaced');
        await vi.waitUntil(() => states.at(-1)?.why === 'replaced', patient);
        await vi.waitUntil(() => session.isOpen(), patient);
        return network.interrupt(account, 'replaced');
      }
      network.refusal = '403';
      network.interrupt(account, 'restart');
      await vi.waitUntil(() => states.at(-1)?.status === 'DISCONNECTED', patient);
      network.refusal = undefined;
    },
    close: () => session.close(),
  };
}

const words: Record<string, MediaWord> = { image: 'image', video: 'video', audio: 'audio' };
const fileIn = (message: proto.IMessage) =>
  message.imageMessage
    ? ([message.imageMessage, 'image'] as const)
    : message.videoMessage
      ? ([message.videoMessage, 'video'] as const)
      : message.audioMessage
        ? ([message.audioMessage, 'audio'] as const)
        : ([message.documentMessage, 'document'] as const);

if (isInstalled) providerContract('WhatsApp by QR code', await openStage());
else describe.skip(`WhatsApp by QR code: ${notInstalled}`, () => test('is not tried'));
