import pg from 'pg';
import { type Finding, readTenantTables, type Table } from './catalogue.ts';

type Us = { us: number; them: number };
const refusedByPolicy = '42501';

/**
 * What the application's role reaches in every table while it works for one company: its own rows, and none of the other's, whether it
 * reads, changes, removes, adds or moves rows; and nothing at all while no company is set. Runs inside the caller's transaction.
 */
export async function findProbeLeaks(client: pg.ClientBase, { us, them }: Us, only?: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const tables = await readTenantTables(client, only);
  const samples = await sampleRows(client, tables, them);
  await client.query('savepoint probe');
  await client.query('set local role prosa_app');
  for (const table of tables) {
    const found = await probeTable(client, table, { us, them }, samples.get(table.name));
    findings.push(...found.map((what) => ({ where: table.name, what })));
  }
  await client.query('rollback to savepoint probe');
  return findings;
}

/** Rows of theirs, as the owner of the database sees them, in order to try to add them again. */
async function sampleRows(client: pg.ClientBase, tables: Table[], companyId: number): Promise<Map<string, string>> {
  const samples = new Map<string, string>();
  await client.query('savepoint sampling');
  await client.query("select set_config('app.company_id', $1, true)", [String(companyId)]);
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select row_to_json(t)::text as row from ${name} t where company_id = $1 limit 1`,
      [companyId],
    );
    if (rows[0]) samples.set(name, rows[0].row);
  }
  await client.query('rollback to savepoint sampling');
  return samples;
}

async function probeTable(client: pg.ClientBase, table: Table, { us, them }: Us, sample: string | undefined): Promise<string[]> {
  const { name } = table;
  if (!sample) return ['has no row of the other company: nothing is shown here'];
  const writable = table.columns.filter(({ generated }) => !generated).map((column) => column.name);
  const [first] = writable;
  const add = `
    insert into ${name} (${writable.join(', ')})
    select ${writable.join(', ')}
    from json_populate_record(null::${name}, $1::json)`;
  const moves = writable.includes('company_id');
  const found: string[] = [];

  await setCompany(client, String(us));
  const seen = await counted(client, `select company_id from ${name}`);
  if (!seen.includes(us)) found.push('hides the company’s own rows from it');
  if (seen.some((id) => id !== us)) found.push('shows rows of another company');
  for (const change of [`update ${name} set ${first} = ${first}`, `delete from ${name}`]) {
    const outcome = await attempted(client, `${change} where company_id = $1`, [them]);
    if (outcome !== 0 && outcome !== refusedByPolicy) found.push(`lets another company’s rows be changed: ${change} gave ${outcome}`);
  }
  if ((await attempted(client, add, [sample])) !== refusedByPolicy) found.push('takes rows in another company’s name');
  if (moves && (await attempted(client, `update ${name} set company_id = $1`, [them])) !== refusedByPolicy)
    found.push('lets rows be moved to another company');

  await setCompany(client, '');
  if ((await counted(client, `select company_id from ${name}`)).length > 0) found.push('shows rows while no company is set');
  if ((await attempted(client, add, [sample])) !== refusedByPolicy) found.push('takes rows while no company is set');
  return found;
}

const setCompany = (client: pg.ClientBase, value: string) => client.query("select set_config('app.company_id', $1, true)", [value]);

async function counted(client: pg.ClientBase, text: string): Promise<number[]> {
  const { rows } = await client.query<{ company_id: number }>(text);
  return rows.map(({ company_id }) => company_id);
}

/** How many rows a statement touched, or the code it was refused with; undone either way. */
async function attempted(client: pg.ClientBase, text: string, values: unknown[]): Promise<number | string> {
  await client.query('savepoint attempt');
  try {
    return (await client.query(text, values)).rowCount ?? 0;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.code ?? error.message;
    throw error;
  } finally {
    await client.query('rollback to savepoint attempt');
  }
}
