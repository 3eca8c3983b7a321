import { z } from 'zod';
import type { AllowEntry } from '../outbound-allow.ts';
import { isSafeService, notSafe, serviceUrl } from './outside-variables.ts';

const text = z.string().trim().min(1);

/** How companies pay the platform. */
export const paymentVariables = {
  PAYMENT_PROVIDER: z.enum(['manual', 'efi', 'asaas'], 'must be manual, efi or asaas').default('manual'),
  /** How often open charges are asked about, in case the provider's word got lost. */
  PAYMENT_POLL_SECONDS: z.coerce.number('must be a number of seconds from 1 to 86400').min(1).max(86_400).default(300),
  /** The platform's own Pix key, for codes that a person confirms; unset, the settings of its company. */
  PIX_KEY: text.max(77, 'must have at most 77 characters').optional(),
  PIX_NAME: text.optional(),
  PIX_CITY: text.optional(),
  EFI_URL: serviceUrl('https://pix.api.efipay.com.br'),
  EFI_CLIENT_ID: text.optional(),
  EFI_CLIENT_SECRET: text.optional(),
  /** A file: PKCS #12, or the certificate and its key as PEM. */
  EFI_CERTIFICATE: text.optional(),
  EFI_CERTIFICATE_PASSWORD: z.string().default(''),
  /** A file with the authority that signed the provider's certificate, where it is none of the public ones. */
  EFI_CA: text.optional(),
  EFI_PIX_KEY: text.max(77, 'must have at most 77 characters').optional(),
  EFI_WEBHOOK_SECRET: text.optional(),
  ASAAS_URL: serviceUrl('https://api.asaas.com/v3'),
  ASAAS_KEY: text.optional(),
  ASAAS_WEBHOOK_TOKEN: text.optional(),
};

type PaymentEnvironment = z.output<z.ZodObject<typeof paymentVariables>> & { OUTBOUND_ALLOW: AllowEntry[] };

const needed = {
  manual: [],
  efi: ['EFI_CLIENT_ID', 'EFI_CLIENT_SECRET', 'EFI_PIX_KEY', 'EFI_WEBHOOK_SECRET'],
  asaas: ['ASAAS_KEY', 'ASAAS_WEBHOOK_TOKEN'],
} as const satisfies Record<PaymentEnvironment['PAYMENT_PROVIDER'], ReadonlyArray<keyof PaymentEnvironment>>;

/** What the chosen provider lacks, and addresses that would send secrets in the clear. */
export function checkPayments(env: PaymentEnvironment, context: z.RefinementCtx): void {
  const complain = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  const { PAYMENT_PROVIDER: provider } = env;
  for (const name of needed[provider]) if (env[name] === undefined) complain(name, `is needed with PAYMENT_PROVIDER=${provider}`);
  for (const name of ['EFI_URL', 'ASAAS_URL'] as const)
    if (!isSafeService(env[name], 'payment', env.OUTBOUND_ALLOW)) complain(name, notSafe);
  // The provider lets nobody in without one; a plain stand-in on this machine has no use for it.
  if (provider === 'efi' && env.EFI_URL.startsWith('https:') && env.EFI_CERTIFICATE === undefined)
    complain('EFI_CERTIFICATE', 'is needed with PAYMENT_PROVIDER=efi: the file of the client certificate');
}
