import { expect, test } from 'vitest';
import { z } from 'zod';
import { openWorld } from '../../../test/world.ts';
import { sql } from './database.ts';
import { rowsAmong, rowsFrom, rowsOf } from './rows.ts';
import { acrossCompanies, inScope } from './scope.ts';

const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const Person = z.object({ id: z.int(), name: z.string() });

test('rows are given as the database gave them, and typed by their schema', async () => {
  const rows = await inScope(platform, { companyId: 1 }, ({ tx }) => rowsOf(tx, Person, sql`select 7 as id, 'Ana' as name, true as more`));
  expect(rows).toEqual([{ id: 7, name: 'Ana', more: true }]);
  // @ts-expect-error: what the schema does not name is not there for the code
  expect(rows[0]?.more).toBe(true);
});

test('a row that is not what its schema says is a fault that names the place and the statement, and not what the row holds', async () => {
  const wrong = inScope(platform, { companyId: 1 }, ({ tx }) => rowsOf(tx, Person, sql`select 'sec' || 'ret' as id, null as name`));
  await expect(wrong).rejects.toThrow(/not what its schema says \(id: .*; name: .*\), of the statement: select 'sec' /);
  await expect(wrong).rejects.not.toThrow(/secret/);
  const plain = acrossCompanies(platform, (_tx, query) => rowsFrom(query, Person, 'select $1::int as id', [1]));
  await expect(plain).rejects.toThrow(/name: .*of the statement: select \$1::int as id/);
  expect(() => rowsAmong(undefined, Person, 'whoever')).toThrow(/whoever/);
});
