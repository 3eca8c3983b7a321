import type { ProgramMessage } from '@prosa/contracts/external-api';
import { reasons } from '@prosa/contracts/reasons';
import { z } from 'zod';
import type { Reachable } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { insertMedia } from '../../platform/http/stored-files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { findOrCreateByNumber } from '../contacts/contact-by-number.actions.ts';
import { type Automatic, sendAllToContact } from '../messages/contact-messages.actions.ts';

const StateRow = z.object({ id: z.int(), ack: z.int(), failure: z.string().nullable() });

/** Stores what a program sends: a text, or one message for each file with the text as caption of the first. */
export async function sendFromProgram(
  scope: Scope,
  connectionId: number,
  { number, body }: z.output<typeof ProgramMessage>,
  uploads: Upload[],
  reachable: Reachable,
): Promise<number[]> {
  if (uploads.length === 0 && body.trim() === '') refuse('ERR_VALIDATION', { details: [{ path: 'body', message: 'required' }] });
  if (reachable === 'no') refuse('ERR_WAPP_INVALID_CONTACT');
  const contactId = await findOrCreateByNumber(scope, number);
  const said: Automatic = { body, origin: 'api', why: reasons.program };
  const files = uploads.length === 0 ? [] : await insertMedia(scope, uploads);
  const outgoing = files.length === 0 ? [said] : files.map((media, place) => ({ ...said, body: place === 0 ? body : '', media }));
  const messages = await sendAllToContact(scope, contactId, connectionId, outgoing);
  return messages.map(({ id }) => id);
}

/** Of messages that programs sent by this connection; all others are as if there were none. */
export async function findProgramMessage({ tx }: Scope, connectionId: number, messageId: number) {
  const [state] = await rowsOf(
    tx,
    StateRow,
    sql`
      select id, ack, failure
      from messages
      where company_id = current_company() and id = ${messageId} and connection_id = ${connectionId} and origin = 'api'`,
  );
  return state ?? refuse('ERR_NO_MESSAGE_FOUND');
}
