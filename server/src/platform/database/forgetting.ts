/** A statement that deletes the oldest of what may be forgotten, `$1` rows at most. */
export type Forgetting = { table: string; statement: string };

/**
 * The condition stands twice: a row that somebody changes meanwhile is looked at again, and by its place alone it would still be
 * deleted. `age` has an index.
 */
export function forgetting(deletion: `delete from ${string}`, age: string, isOld: string): Forgetting {
  const table = deletion.slice('delete from '.length);
  const statement = `
    ${deletion}
    where ctid = any(array(
        select ctid
        from ${table}
        where ${isOld}
        order by ${age}
        limit $1))
      and ${isOld}`;
  return { table, statement };
}
