import type { Logger } from '../../platform/log.ts';

export type Baileys = typeof import('@whiskeysockets/baileys');

let loading: Promise<Baileys> | undefined;

/**
 * Loaded when the first connection asks for it, and not part of an installation without it: it is an optional dependency, since its
 * signal library is under the GPL.
 */
export async function loadBaileys(log: Logger): Promise<Baileys | undefined> {
  try {
    loading ??= import('@whiskeysockets/baileys');
    const library = await loading;
    muteSignalLibrary();
    return library;
  } catch (error) {
    loading = undefined;
    log.error({ err: error }, 'WhatsApp by QR code needs the optional package @whiskeysockets/baileys, which is not installed');
    return undefined;
  }
}

const muted = new WeakSet<object>();

/** It writes whole sessions with their private keys to the console: nothing that it says gets there. */
export function muteSignalLibrary(): void {
  const { console: terminal } = globalThis;
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    const print = terminal[method];
    if (muted.has(print)) continue;
    const printOthers = (...said: unknown[]) => {
      if (!isOfSignalLibrary()) print.apply(terminal, said);
    };
    muted.add(printOthers);
    terminal[method] = printOthers;
  }
}

const isOfSignalLibrary = () => /[\\/]node_modules[\\/]libsignal[\\/]/.test(new Error().stack ?? '');

/** Its logger: it logs keys, numbers and texts, and so it is heard by nobody. */
export function silentLogger() {
  const nothing = () => undefined;
  const silent = { level: 'silent', child: () => silent, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
  return silent;
}
