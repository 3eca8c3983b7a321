import { copyFile, type FileHandle, open, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_BYTES = 8 * 1024 * 1024;
const CHECK_INTERVAL_MS = 60_000;

export function logFile(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}

/** Opened by us and handed to the server, which keeps writing to it whatever becomes of us. */
export async function openLog(dataDir: string): Promise<FileHandle> {
  await capLog(dataDir);
  return await open(logFile(dataDir), 'a', 0o600);
}

/** Keeps the log below its size while we run; the server has it open for appending, so it is emptied in place. */
export function limitLogSize(dataDir: string): () => void {
  const timer = setInterval(() => void capLog(dataDir), CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function capLog(dataDir: string): Promise<void> {
  const path = logFile(dataDir);
  const size = await logSize(dataDir);
  if (size <= MAX_BYTES) return;
  // On a full disk the copy fails and emptying is what helps.
  await copyFile(path, `${path}.1`).catch(() => undefined);
  await truncate(path, 0).catch(() => undefined);
}

export async function logSize(dataDir: string): Promise<number> {
  return (await stat(logFile(dataDir)).catch(() => undefined))?.size ?? 0;
}

/** What was written since a point, at most the last 64 kB. */
export async function logSince(dataDir: string, from: number): Promise<string> {
  const handle = await open(logFile(dataDir), 'r').catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const { size } = await handle.stat();
    const start = Math.max(from > size ? 0 : from, size - 65_536);
    const buffer = Buffer.alloc(Math.max(0, size - start));
    await handle.read(buffer, 0, buffer.length, start);
    return buffer.toString('utf8');
  } finally {
    await handle.close();
  }
}

/** PostgreSQL reports the last block that fits only in part with words of its own. */
export function saysDiskFull(text: string): boolean {
  return /No space left on device|wrote only \d+ of \d+ bytes|Disk quota exceeded/.test(text);
}
