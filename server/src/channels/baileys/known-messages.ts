import { MessageData, mediaTypes } from '@prosa/contracts/messages';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import type { ConnectionRef, OutboundMessage } from '../port.ts';
import type { Quoted } from './writing.ts';

const Row = z.object({
  chat: z.string(),
  fromMe: z.boolean(),
  participant: z.string(),
  body: z.string(),
  mediaType: z.enum(mediaTypes).nullable(),
  data: MessageData.nullable(),
  quotedId: z.string().nullable(),
  mediaId: z.int().nullable(),
  key: z.string().nullable(),
  mimetype: z.string().nullable(),
  kind: z.enum(['image', 'audio', 'video', 'application']).nullable(),
  fileName: z.string().nullable(),
});
type KnownMessage = z.output<typeof Row>;

/** A message of this connection by its id on the channel. */
export async function findMessage(platform: Platform, of: ConnectionRef, id: string): Promise<KnownMessage | undefined> {
  const { companyId, connectionId } = of;
  const [found] = await inScope(platform, { companyId }, (scope) =>
    rowsOf(
      scope.tx,
      Row,
      sql`
        select m.chat, m.from_me as "fromMe", m.participant, m.body, m.media_type as "mediaType", m.data,
          q.channel_id as "quotedId", d.id as "mediaId", d.key, d.mimetype, d.kind, d.file_name as "fileName"
        from messages m
        left join media d on d.company_id = m.company_id and d.id = m.media_id
        left join messages q on q.company_id = m.company_id and q.id = m.quoted_id
        where m.company_id = current_company() and m.connection_id = ${connectionId} and m.channel_id = ${id}
        limit 1`,
    ),
  );
  return found;
}

/** As it would be sent again. */
export function asOutbound(id: string, message: KnownMessage): OutboundMessage {
  const { chat, body, mediaType, data, quotedId, mediaId, key, mimetype, kind, fileName } = message;
  const media = mediaId !== null && key && mimetype && kind ? { id: mediaId, key, mimetype, kind, fileName: fileName ?? '' } : null;
  return { id, chat, body, mediaType, data, quotedId, media, voice: data?.voice ?? false, template: null };
}

export const asQuoted = (id: string, { body, fromMe, participant }: KnownMessage): Quoted => ({ id, body, fromMe, participant });
