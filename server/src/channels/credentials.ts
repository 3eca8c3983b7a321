import { cloudCredentials } from '@prosa/contracts/connections';
import { z } from 'zod';

/** What a Cloud API connection needs beside the ids of its number and account. */
export const CloudSecrets = z.object({
  accessToken: z.string().optional(),
  appSecret: z.string().optional(),
  verifyToken: z.string().optional(),
});
export type CloudSecrets = z.output<typeof CloudSecrets>;

/** Lists what a Cloud API connection lacks. Without all of them it cannot both send and receive. */
export function missingCredentials(stored: Partial<Record<(typeof cloudCredentials)[number], string | null | undefined>>) {
  return cloudCredentials.filter((name) => !stored[name]);
}

/** Encryption context: credentials copied to another company or connection can not be decrypted. */
export const credentialsContext = (companyId: number, connectionId: number) => `connections.credentials:${companyId}:${connectionId}`;

export const cloudHookPath = (connectionId: number) => `/hooks/cloud/${connectionId}`;
