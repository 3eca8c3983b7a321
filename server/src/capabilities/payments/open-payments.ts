import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Config } from '../../platform/boot/config.ts';
import { StartupError } from '../../platform/boot/startup-error.ts';
import { rowsFrom } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import type { Outbound, TlsIdentity } from '../../platform/outbound/outbound.ts';
import type { PixReceiver } from './br-code.rules.ts';
import { asaasProvider } from './providers/asaas.ts';
import { efiProvider } from './providers/efi.ts';
import type { PaymentProvider } from './providers/port.ts';

/** How this installation is paid. */
export type Payments = {
  /** Nothing where a person confirms what came to the platform's own key. */
  provider: PaymentProvider | undefined;
  /** The platform's own Pix key, where there is one. */
  receiver: () => Promise<PixReceiver | undefined>;
  pollSeconds: number;
  /** What webhooks of each provider prove themselves by; nothing lets nobody in. */
  secrets: { efi: string | undefined; asaas: string | undefined };
};

const SettingRow = z.object({ key: z.string(), value: z.string() });

export async function openPayments(config: Config, platform: Platform, outbound: Outbound): Promise<Payments> {
  return {
    provider: await openProvider(config, platform, outbound),
    receiver: () => findReceiver(config, platform),
    pollSeconds: config.PAYMENT_POLL_SECONDS,
    secrets: { efi: config.EFI_WEBHOOK_SECRET, asaas: config.ASAAS_WEBHOOK_TOKEN },
  };
}

async function openProvider(config: Config, { clock }: Platform, outbound: Outbound): Promise<PaymentProvider | undefined> {
  if (config.PAYMENT_PROVIDER === 'asaas') return asaasProvider({ url: config.ASAAS_URL, key: config.ASAAS_KEY ?? '' }, outbound, clock);
  if (config.PAYMENT_PROVIDER !== 'efi') return undefined;
  const { EFI_URL: url, EFI_CLIENT_ID: clientId = '', EFI_CLIENT_SECRET: clientSecret = '', EFI_PIX_KEY: pixKey = '' } = config;
  return efiProvider({ url, clientId, clientSecret, pixKey, tls: await readIdentity(config) }, outbound, clock);
}

/** Read at the start: a certificate that is not there is told then, not when the first company wants to pay. */
async function readIdentity(config: Config): Promise<TlsIdentity> {
  const ca = config.EFI_CA === undefined ? {} : { ca: await readNamed('EFI_CA', config.EFI_CA) };
  if (config.EFI_CERTIFICATE === undefined) return ca;
  const file = await readNamed('EFI_CERTIFICATE', config.EFI_CERTIFICATE);
  const passphrase = config.EFI_CERTIFICATE_PASSWORD;
  return file.includes('-----BEGIN') ? { cert: file, key: file, passphrase, ...ca } : { pfx: file, passphrase, ...ca };
}

async function readNamed(variable: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw new StartupError(`Configuration: ${variable} names a file that can not be read`);
  }
}

/** The environment goes before the settings of the platform's company. */
async function findReceiver(config: Config, platform: Platform): Promise<PixReceiver | undefined> {
  const rows = await acrossCompanies(platform, (_tx, query) =>
    rowsFrom(
      query,
      SettingRow,
      `
        select s.key, s.value
        from companies c
        join settings s on s.company_id = c.id and s.key in ('pixKey', 'pixName', 'pixCity')
        where c.is_platform`,
    ),
  );
  const settings = Object.fromEntries(rows.map(({ key, value }) => [key, value.trim()]));
  const key = config.PIX_KEY ?? settings.pixKey ?? '';
  if (key === '') return undefined;
  return { key, name: config.PIX_NAME || settings.pixName || 'Prosa', city: config.PIX_CITY || settings.pixCity || 'Brasil' };
}
