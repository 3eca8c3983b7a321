import { connectionsApi } from '@prosa/contracts/connections';
import { sessionApi } from '@prosa/contracts/session';
import { vi } from 'vitest';
import type { LoopbackWhatsApp } from '../../../test/loopback-whatsapp/loopback-whatsapp.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import type { World } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import type { Frame, MessageFrame, Receiver, ReplayTally, SessionState, TypingFrame } from '../port.ts';
import { baileysProvider } from './baileys.ts';
import type { BaileysSettings } from './settings.ts';

/** Whether the optional dependency is there: without it nothing of this is tried. */
export const isInstalled = await import('@whiskeysockets/baileys').then(
  () => true,
  () => false,
);
export const notInstalled = 'the optional package @whiskeysockets/baileys is not installed';

/** A WhatsApp of our own, and what leads the provider to it. */
export async function openLoopback(): Promise<{ network: LoopbackWhatsApp; settings: BaileysSettings }> {
  const { LoopbackWhatsApp } = await import('../../../test/loopback-whatsapp/loopback-whatsapp.ts');
  const network = await LoopbackWhatsApp.open();
  const { WHATSAPP_WEB_URL: url, WHATSAPP_WEB_ROOT_KEY: rootKey, WHATSAPP_WEB_MEDIA_URL: mediaUrl } = network.environment;
  return { network, settings: { url, rootKey: Buffer.from(rootKey, 'base64'), mediaUrl } };
}

/** A connection of a new company whose session is ours, without a gateway. */
export async function openDevice(world: World, settings: BaileysSettings, change: Partial<Receiver> = {}) {
  const { platform } = world.server;
  const admin = await world.company();
  const { companyId } = await admin.call(sessionApi.me, {});
  const { id: connectionId } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'baileys' } });
  const heard = { frames: [] as Frame[], reports: [] as SessionState[], typing: [] as TypingFrame[], tally: [] as ReplayTally[] };
  const receiver: Receiver = {
    connectionId,
    companyId,
    receive: async (arrived) => void heard.frames.push(...arrived),
    typing: (doing) => void heard.typing.push(doing),
    report: async (state) => void heard.reports.push(state),
    countReplay: async (tally) => void heard.tally.push(tally),
    whileHeld: (work) => inScope(platform, { companyId }, work),
    ...change,
  };
  const provider = baileysProvider(platform, settings);
  return {
    ...heard,
    connection: { companyId, connectionId },
    provider,
    receiver,
    open: () => provider.open(receiver),
    last: () => heard.reports.at(-1),
    message: (id: string) => heard.frames.find((frame): frame is MessageFrame => frame.kind === 'message' && frame.id === id),
    messages: (id: string) => heard.frames.filter((frame) => frame.kind === 'message' && frame.id === id).length,
    qr: () => vi.waitUntil(() => heard.reports.at(-1)?.qrcode, patient),
    keys: () =>
      inScope(platform, { companyId }, async ({ tx }) =>
        Number((await tx.execute(`select count(*)::int as count from baileys_keys where connection_id = ${connectionId}`)).rows[0]?.count),
      ),
  };
}

/** The same, linked to a phone. */
export async function openPaired(world: World, network: LoopbackWhatsApp, settings: BaileysSettings, change: Partial<Receiver> = {}) {
  const device = await openDevice(world, settings, change);
  const session = device.open();
  const account = network.scan(await device.qr(), { number: newNumber() });
  await vi.waitUntil(() => session.isOpen(), patient);
  return { ...device, session, account };
}
