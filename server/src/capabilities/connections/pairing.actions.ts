import { setTimeout as sleep } from 'node:timers/promises';
import { connectionStatuses } from '@prosa/contracts/connections';
import { z } from 'zod';
import type { Provider } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { findConnection } from './connections.queries.ts';
import { type HeldLease, isHeld } from './leases.ts';

const RequestIdRow = z.object({ id: z.uuid() });
const RequestRow = z.object({ id: z.uuid(), number: z.string() });
const AnswerRow = z.object({ sealed: z.string().nullable(), isAnswered: z.boolean(), status: z.enum(connectionStatuses) });
export type PairingRequest = z.output<typeof RequestRow>;

export const pairingTopic = 'pairing';
const waitMilliseconds = 20_000;
const lookEvery = 200;

/** Sealed for this request alone. */
const contextOf = (companyId: number, id: string) => `pairing_requests.code:${companyId}:${id}`;

/** Asks whoever runs the connection for a pairing code; refused unless it shows a QR code and can be paired so. */
export async function askForCode(scope: Scope, connectionId: number, number: string, providers: Record<string, Provider>): Promise<string> {
  const { provider, status } = (await findConnection(scope, connectionId)) ?? refuse('ERR_NO_WAPP_FOUND');
  if (status !== 'qrcode' || !providers[provider]?.features.has('pairingCode')) refuse('ERR_WAPP_NOT_INITIALIZED');
  const [asked] = await rowsOf(
    scope.tx,
    RequestIdRow,
    sql`insert into pairing_requests (connection_id, number) values (${connectionId}, ${number}) returning id`,
  );
  scope.wake(pairingTopic);
  return asked?.id ?? refuse('ERR_INTERNAL');
}

/** The code, once it is there; nothing where none comes. The request is taken away with it. */
export async function awaitCode(platform: Platform, companyId: number, id: string): Promise<string | undefined> {
  const end = performance.now() + waitMilliseconds;
  let answer = await findAnswer(platform, companyId, id);
  while (answer && !answer.isAnswered && answer.status === 'qrcode' && performance.now() < end) {
    await sleep(lookEvery);
    answer = await findAnswer(platform, companyId, id);
  }
  await inScope(platform, { companyId }, ({ tx }) =>
    tx.execute(sql`delete from pairing_requests where company_id = current_company() and id = ${id}`),
  );
  return answer?.sealed ? platform.secrets.open(answer.sealed, contextOf(companyId, id)) : undefined;
}

async function findAnswer(platform: Platform, companyId: number, id: string) {
  const [answer] = await inScope(platform, { companyId }, ({ tx }) =>
    rowsOf(
      tx,
      AnswerRow,
      sql`
        select r.code_sealed as sealed, r.answered_at is not null as "isAnswered", c.status
        from pairing_requests r
        join connections c on c.company_id = r.company_id and c.id = r.connection_id
        where r.company_id = current_company() and r.id = ${id}`,
    ),
  );
  return answer;
}

/** What is asked of a connection that this node runs. */
export function pairingRequests(platform: Platform, held: HeldLease): Promise<PairingRequest[]> {
  return inScope(platform, held, ({ tx }) =>
    rowsOf(
      tx,
      RequestRow,
      sql`
        select id, number
        from pairing_requests
        where company_id = current_company() and connection_id = ${held.connectionId} and answered_at is null
        order by asked_at
        limit 10`,
    ),
  );
}

export async function answerRequest(platform: Platform, held: HeldLease, id: string, code: string | undefined): Promise<void> {
  const sealed = code === undefined ? null : platform.secrets.seal(code, contextOf(held.companyId, id));
  await inScope(platform, held, ({ tx }) =>
    tx.execute(sql`
      update pairing_requests
      set code_sealed = ${sealed}, answered_at = clock_timestamp()
      where company_id = current_company() and id = ${id} and ${isHeld(held)}`),
  );
}
