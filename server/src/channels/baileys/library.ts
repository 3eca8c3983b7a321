import type { Logger } from '../../platform/log.ts';

export type Baileys = typeof import('@whiskeysockets/baileys');

let loading: Promise<Baileys> | undefined;

/**
 * Loaded when the first connection asks for it, and not part of an installation without it: it is an optional dependency, since its
 * signal library is under the GPL.
 */
export async function loadBaileys(log: Logger): Promise<Baileys | undefined> {
  try {
    loading ??= import('@whiskeysockets/baileys').then((library) => {
      muteSignalLibrary();
      return library;
    });
    return await loading;
  } catch (error) {
    loading = undefined;
    log.error({ err: error }, 'WhatsApp by QR code needs the optional package @whiskeysockets/baileys, which is not installed');
    return undefined;
  }
}

let isMuted = false;

/** It writes whole sessions with their private keys to the console: nothing that it says gets there. */
function muteSignalLibrary(): void {
  if (isMuted) return;
  isMuted = true;
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    // oxlint-disable-next-line no-console
    const print = console[method].bind(console);
    // oxlint-disable-next-line no-console
    console[method] = (...said: unknown[]) => {
      if (!isOfSignalLibrary()) print(...said);
    };
  }
}

const isOfSignalLibrary = () => /[\\/]node_modules[\\/]libsignal[\\/]/.test(new Error().stack ?? '');

/** Its logger: it logs keys, numbers and texts, and so it is heard by nobody. */
export function silentLogger() {
  const nothing = () => undefined;
  const silent = { level: 'silent', child: () => silent, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
  return silent;
}
