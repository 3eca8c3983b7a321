import { z } from 'zod';
import type { Platform } from '../../platform/database/scope.ts';
import type { ConnectionRef } from '../port.ts';
import type { FileReference } from './content.ts';

const Reference = z.object({
  media: z.enum(['image', 'video', 'audio', 'document']),
  directPath: z.string(),
  mediaKey: z.string(),
  fileEncSha256: z.string(),
  fileSha256: z.string(),
  chat: z.string(),
  id: z.string(),
  fromMe: z.boolean(),
  participant: z.string(),
});

/** Good for this connection of this company alone. */
const contextOf = ({ companyId, connectionId }: ConnectionRef) => `baileys.file:${companyId}:${connectionId}`;

export const sealReference = ({ secrets }: Platform, of: ConnectionRef, reference: FileReference) =>
  secrets.seal(JSON.stringify(reference), contextOf(of));

export function openReference({ secrets }: Platform, of: ConnectionRef, sealed: string): FileReference | undefined {
  try {
    return Reference.parse(JSON.parse(secrets.open(sealed, contextOf(of))));
  } catch {
    return undefined;
  }
}
