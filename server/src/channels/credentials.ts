import { z } from 'zod';

/** What a Cloud API connection needs beside the ids of its number and account. */
export const CloudSecrets = z.object({
  accessToken: z.string().optional(),
  appSecret: z.string().optional(),
  verifyToken: z.string().optional(),
});
export type CloudSecrets = z.output<typeof CloudSecrets>;

/** Encryption context: credentials copied to another company or connection can not be decrypted. */
export const credentialsContext = (companyId: number, connectionId: number) => `connections.credentials:${companyId}:${connectionId}`;

export const cloudHookPath = (connectionId: number) => `/hooks/cloud/${connectionId}`;
