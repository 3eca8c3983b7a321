import { z } from 'zod';

export const format = 1;

/** A file of the backup. */
const BackupFile = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() });
export type BackupFile = z.output<typeof BackupFile>;

const Table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  parts: z.array(BackupFile.extend({ rows: z.int() })),
});
export type BackupTable = z.output<typeof Table>;

/** The unencrypted header of a backup: how to read the rest. */
export const Header = z.object({
  product: z.literal('prosa'),
  format: z.literal(format, 'was made by another version of the backup'),
  sealing: z.object({ salt: z.string(), cost: z.int() }).nullable(),
});
export type Header = z.output<typeof Header>;

/** Written last: a folder without it is not a backup. */
export const Manifest = z.object({
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  /** The tables are made by these, and by no others, before rows are put into them. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(Table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string(), called: z.boolean() })),
  media: z.object({ files: z.int(), bytes: z.int(), missing: z.array(z.string()), list: BackupFile }),
  masterKeyId: z.string().nullable(),
  masterKey: BackupFile.nullable(),
});
export type Manifest = z.output<typeof Manifest>;

export const rowsOf = ({ tables }: Manifest): number => tables.reduce((all, { rows }) => all + rows, 0);
