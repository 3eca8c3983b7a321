import { featuresOf } from '@prosa/contracts/channels';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import type { Provider } from '../port.ts';
import { erasureSteps } from './erasure.ts';
import { forgetKeys } from './key-store.ts';
import { forgetPhoneBook, readPhoneBook } from './phone-book.ts';
import { BaileysSession, forgetTopic } from './session.ts';
import type { BaileysSettings } from './settings.ts';

/** WhatsApp by QR code: a linked device, by way of the library Baileys. */
export function baileysProvider(platform: Platform, settings: BaileysSettings = {}): Provider {
  const sessions = new Map<number, BaileysSession>();
  const hosts = { outbound: createOutbound(), override: settings.mediaUrl };
  return {
    features: new Set(featuresOf.baileys),
    erasureSteps,
    open(receiver) {
      const session = new BaileysSession(platform, receiver, settings, hosts);
      sessions.set(receiver.connectionId, session);
      return session;
    },
    phoneBook: ({ companyId, connectionId }) => inScope(platform, { companyId }, (scope) => readPhoneBook(scope, connectionId)),
    isReachable: async ({ connectionId }, number) => sessions.get(connectionId)?.reach(number) ?? 'unknown',
    windowHours: async () => null,
    templates: async () => [],
    async forget(scope, connectionId) {
      await forgetKeys(scope, connectionId);
      await forgetPhoneBook(scope, connectionId);
      scope.wake(forgetTopic(connectionId));
    },
  };
}
