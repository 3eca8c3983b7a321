import { readSheet } from './capabilities/contact-lists/sheet-bytes.ts';

/**
 * A process of its own for one sheet: its bytes come in, a line of JSON goes out. Whatever the sheet does to it, the server goes on.
 */
for (const made of [Object, Array, Function, String, Number]) Object.freeze(made.prototype);
const [uid, gid] = process.argv.slice(2).map(Number);
if (uid !== undefined && gid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
const pieces: Buffer[] = [];
for await (const piece of process.stdin) pieces.push(Buffer.from(piece));
const read = await readSheet(Buffer.concat(pieces));
process.stdout.write(JSON.stringify(typeof read === 'string' ? { bad: read } : { lines: read }));
