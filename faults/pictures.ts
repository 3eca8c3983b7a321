import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { root } from './bundle.ts';
import type { CheckerDatabase } from './checker-database.ts';
import type { Conversation } from './ledger.ts';
import { ticketOf } from './tickets.ts';

let bytes: Uint8Array<ArrayBuffer> | undefined;
const picture = () => {
  bytes ??= new Uint8Array(readFileSync(join(root, 'web', 'public', 'icon-192.png')));
  return new File([bytes], 'foto.png', { type: 'image/png' });
};

/** A customer sends a picture. */
export async function writePicture({ company, connectionId, number, said }: Conversation, id: string): Promise<void> {
  const body = `in ${id}`;
  await company.admin.upload(`/simulator/${connectionId}/messages`, { media: picture(), number, id, body });
  said.push({ id, body, fromMe: false });
}

/** An agent answers with one. */
export async function answerPicture(conversation: Conversation, id: string): Promise<void> {
  const { agent, agentId } = conversation.company;
  const ticketId = await ticketOf(conversation);
  const body = `out ${id}`;
  await agent.ask(ticketsApi.update, { params: { id: ticketId }, body: { status: 'open', userId: agentId } });
  const answer = await agent.upload(`/messages/${ticketId}`, { medias: picture(), body }, { 'idempotency-key': id });
  const said = messagesApi.send.reply.parse(answer);
  for (const message of Array.isArray(said) ? said : [said])
    conversation.answered.push({ id: message.channelId, messageId: message.id, body });
}

/** Pictures whose file or thumbnail is not there. */
export async function pictureFindings(truth: CheckerDatabase, dataDir: string): Promise<string[]> {
  const rows = await truth.rows<{ id: number; key: string; size: number; thumbnail: string | null }>(
    `select id, key, size::int as size, thumbnail_key as thumbnail from media where kind = 'image'`,
  );
  const findings = await Promise.all(
    rows.map(async ({ id, key, size, thumbnail }) => {
      const kept = await stat(join(dataDir, 'media', key)).catch(() => undefined);
      if (kept?.size !== size) return `picture ${id}: ${kept === undefined ? 'no file' : `${kept.size} of ${size} bytes`}`;
      const small = thumbnail === null ? undefined : await stat(join(dataDir, 'media', thumbnail)).catch(() => undefined);
      return small === undefined ? `picture ${id}: no thumbnail` : undefined;
    }),
  );
  return findings.filter((each) => each !== undefined);
}
