import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { type ErasureStep, erasureBatchSize } from '../../platform/database/erasure.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { tellOfMany } from './contact-lists.actions.ts';

const PageRow = z.object({ last: z.int().nullable(), count: z.int(), listIds: z.array(z.int()) });

/** An item with the contact's e-mail address stays where its number is that of another contact. */
export const listErasure: ErasureStep[] = [
  {
    table: 'contact_list_items',
    erase: async (scope, { numbers, email, requestedAt }, cursor) => {
      const [page] = await rowsOf(
        scope.tx,
        PageRow,
        sql`
          with page as materialized (
            select id, number, number_key, email, created_at
            from contact_list_items
            where company_id = current_company() and id > ${cursor}
            order by id
            limit ${erasureBatchSize}),
          found as (
            select p.id
            from page p
            where p.created_at <= ${requestedAt}
              and (
                p.number = any(${sql.param(numbers)}::text[])
                or (
                  ${email} <> ''
                  and lower(p.email) = lower(${email})
                  and not exists (
                    select from contacts c
                    where c.company_id = current_company() and c.number_key = p.number_key)))),
          erased as (
            delete from contact_list_items i
            using found f
            where i.company_id = current_company() and i.id = f.id
            returning i.contact_list_id)
          select (select max(id) from page) as last, (select count(*)::int from erased) as count,
            array(select distinct contact_list_id from erased) as "listIds"`,
      );
      if (!page) return { count: 0, next: null };
      for (const listId of page.listIds) await tellOfMany(scope, listId);
      return { count: page.count, next: page.last };
    },
  },
];
