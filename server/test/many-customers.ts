import type { ClientBase } from 'pg';

/** So many more customers of a company, each of whom wrote once, long dealt with. */
export async function addCustomers(
  owner: ClientBase,
  { companyId, connectionId, count }: { companyId: number; connectionId: number; count: number },
): Promise<void> {
  await owner.query(
    `
      with c as (
        insert into contacts (company_id, name, number)
        select $1, 'Outro', (5511800000000 + n)::text
        from generate_series(1, $3::int) n
        returning id, number),
      t as (
        insert into tickets (company_id, code, status, connection_id, contact_id)
        select $1, 'gerado' || number, 'closed', $2, id
        from c
        returning id, contact_id)
      insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, read,
        created_at)
      select $1, t.id, $2, c.id, c.number, false, 'UMA' || c.number, 'oi', true, now()
      from t
      join c on c.id = t.contact_id`,
    [companyId, connectionId, count],
  );
}
