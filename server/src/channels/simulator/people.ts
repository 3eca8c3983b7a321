import { createHash } from 'node:crypto';
import { customerActivities } from '@prosa/contracts/tickets';
import sharp from 'sharp';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { AnyRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import type { Group, OutboundTyping, Picture } from '../port.ts';
import { numberOf } from './phone-book.ts';

const GroupRow = z.object({
  name: z.string(),
  participants: z.array(z.object({ address: z.string(), name: z.string(), isAdmin: z.boolean() })),
});
const TypingRow = z.object({ state: z.enum(customerActivities) });

/** Where people have pictures, everybody who has written has one: one colour, by their number. */
export async function hasPicture(scope: Scope, connectionId: number, chat: string): Promise<string | undefined> {
  const number = await numberOf(scope, connectionId, chat);
  const known = await rowsOf(
    scope.tx,
    AnyRow,
    sql`
      select from simulator_messages
      where company_id = current_company()
        and connection_id = ${connectionId}
        and not from_business
        and number = ${number}
      limit 1`,
  );
  return known.length > 0 ? number : undefined;
}

export async function drawPicture(number: string): Promise<Picture> {
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(number).digest();
  const bytes = await sharp({ create: { width: 96, height: 96, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
  return { bytes, mimetype: 'image/png' };
}

/** Of a group somebody has spoken in: whoever did is in it, and the first of them leads it. */
export async function findGroup(scope: Scope, connectionId: number, chat: string): Promise<Group | undefined> {
  const [group] = await rowsOf(
    scope.tx,
    GroupRow,
    sql`
      select n.groups->>${chat} as name,
        (
          select coalesce(
            json_agg(
              json_build_object('address', p.participant, 'name', p.name, 'isAdmin', p.place = 1) order by p.place),
            '[]')
          from (
            select participant, (array_agg(name order by seq desc))[1] as name,
              row_number() over (order by min(seq)) as place
            from simulator_messages
            where company_id = current_company()
              and connection_id = n.connection_id
              and number = ${chat}
              and is_group
              and participant <> ''
            group by participant) p) as participants
      from simulator_networks n
      where n.company_id = current_company() and n.connection_id = ${connectionId} and n.groups ? ${chat}`,
  );
  return group;
}

export async function nameGroup(scope: Scope, connectionId: number, { id, name }: { id: string; name: string }): Promise<void> {
  await scope.tx.execute(sql`
    update simulator_networks set groups = groups || jsonb_build_object(${id}::text, ${name}::text)
    where company_id = current_company() and connection_id = ${connectionId} and groups->>${id} is distinct from ${name}`);
}

/** What the business is doing, as one phone shows it. */
export async function findTyping(scope: Scope, connectionId: number, number: string): Promise<OutboundTyping['state']> {
  const [row] = await rowsOf(
    scope.tx,
    TypingRow,
    sql`
      select coalesce(typing->>${number}, 'paused') as state from simulator_networks
      where company_id = current_company() and connection_id = ${connectionId}`,
  );
  return row?.state ?? 'paused';
}
