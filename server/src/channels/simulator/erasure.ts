import { sql } from '../../platform/database/database.ts';
import { deletionStep, type ErasureStep } from '../../platform/database/erasure.ts';

const ownConnections = sql`(select c.id from connections c where c.company_id = current_company() and c.provider = 'simulator')`;

/** The simulated network holds invented customers, but a trial company may well have typed in real ones. */
export const erasureSteps: ErasureStep[] = [
  deletionStep(
    'simulator_messages',
    ({ numbers, requestedAt }, limit) => sql`
      delete from simulator_messages
      where seq = any(array(
          select s.seq
          from simulator_messages s
          where s.company_id = current_company()
            and s.connection_id in ${ownConnections}
            and s.number = any(${sql.param(numbers)}::text[])
            and s.at <= ${requestedAt}
          limit ${limit}))
        and company_id = current_company()`,
  ),
  deletionStep(
    'simulator_messages',
    ({ numbers, requestedAt }, limit) => sql`
      update simulator_messages
      set participant = 'erased', name = ''
      where seq = any(array(
          select s.seq
          from simulator_messages s
          where s.company_id = current_company()
            and s.connection_id in ${ownConnections}
            and s.participant = any(${sql.param(numbers)}::text[])
            and s.participant <> ''
            and s.at <= ${requestedAt}
          limit ${limit}))
        and company_id = current_company()`,
  ),
  deletionStep(
    'simulator_frames',
    ({ addresses, numbers, requestedAt }, limit) => sql`
      delete from simulator_frames
      where seq = any(array(
          select f.seq
          from simulator_frames f
          where f.company_id = current_company()
            and f.connection_id in ${ownConnections}
            and f.due_at <= ${requestedAt}
            and (f.frame->>'chat' = any(${sql.param(addresses)}::text[]) or f.frame->>'number' = any(${sql.param(numbers)}::text[]))
          limit ${limit}))
        and company_id = current_company()`,
  ),
  deletionStep(
    'simulator_phone_book',
    ({ numbers }) => sql`
      delete from simulator_phone_book
      where company_id = current_company()
        and connection_id in ${ownConnections}
        and number = any(${sql.param(numbers)}::text[])`,
  ),
  deletionStep(
    'simulator_privacy_ids',
    ({ numbers }) => sql`
      delete from simulator_privacy_ids
      where company_id = current_company()
        and connection_id in ${ownConnections}
        and number = any(${sql.param(numbers)}::text[])`,
  ),
  deletionStep(
    'simulator_networks',
    ({ numbers, addresses }) => sql`
      update simulator_networks
      set typing = typing - ${sql.param([...numbers, ...addresses])}::text[]
      where company_id = current_company() and typing ?| ${sql.param([...numbers, ...addresses])}::text[]`,
  ),
];
