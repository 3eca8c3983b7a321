import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './site.ts';

export type WebResult = { files: Array<{ name: string; gzipped: number }>; kilobytes: number };

type Chunk = { file: string; imports?: string[] };

const dist = join(root, 'web', 'dist');

/** The JavaScript a browser fetches before it can show the login page: the page's scripts, and all they import at once. */
export async function measureWeb(): Promise<WebResult> {
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const chunks: Record<string, Chunk> = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const loaded = new Set([...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].flatMap(([, file]) => (file ? [file] : [])));
  const byFile = new Map(Object.values(chunks).map((chunk) => [chunk.file, chunk]));
  // A set grows while it is walked: what is added is walked as well.
  for (const file of loaded) for (const key of byFile.get(file)?.imports ?? []) if (chunks[key]) loaded.add(chunks[key].file);
  const files = await Promise.all(
    [...loaded].map(async (name) => ({ name: withoutHash(name), gzipped: gzipSync(await readFile(join(dist, name))).length })),
  );
  return { files, kilobytes: files.reduce((sum, { gzipped }) => sum + gzipped, 0) / 1000 };
}

const withoutHash = (name: string) => name.replace(/-[\w-]{8}(?=\.js$)/, '');
