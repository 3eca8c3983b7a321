import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** Writes our configuration into the cluster. Done at every start, so that a new version's settings reach old data. */
export async function writeSettings(cluster: string, account: Account, statementStatistics: boolean): Promise<void> {
  await replace(join(cluster, 'postgresql.conf'), await postgresqlConf(statementStatistics), account);
  // As root the server's account may be shared with others (nobody), so being able to reach the socket is not enough:
  // the kernel's word that the caller is root is. As ourselves the socket's folder lets in nobody else.
  const asOther = account.spawnAs !== undefined;
  const hba = asOther ? 'local all all peer map=prosa\n' : 'local all all trust\n';
  await replace(join(cluster, 'pg_hba.conf'), hba, account);
  await replace(join(cluster, 'pg_ident.conf'), asOther ? 'prosa root all\n' : '', account);
}

async function postgresqlConf(statementStatistics: boolean): Promise<string> {
  const memory = usableMemory();
  const settings: Record<string, string> = {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: '100',
    shared_buffers: memory > 8 * GB ? '256MB' : memory > 1.5 * GB ? '128MB' : '64MB',
    effective_cache_size: `${Math.max(256, Math.floor(memory / 2 / MB))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: memory > 8 * GB ? '128MB' : '64MB',
    // 256 MB of shared buffers gain nothing from huge pages, and a container may promise pages it does not have.
    huge_pages: 'off',
    // A container's small /dev/shm makes parallel queries fail; files in the cluster do not.
    dynamic_shared_memory_type: (await hasSharedMemory()) ? 'posix' : 'mmap',
    wal_compression: 'on',
    // What was written since the last checkpoint is gone through after a kill, some 80 MB a second: with 2 GB that took half a minute.
    max_wal_size: '256MB',
    checkpoint_timeout: '15min',
    // Under load they come every few seconds, and are meant to.
    checkpoint_warning: '0',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    default_text_search_config: 'pg_catalog.simple',
    // What customers wrote must not reach a log: no statement texts, no parameters, no "Key (..)=(..)" details.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_autovacuum_min_duration: '-1',
    ...(statementStatistics ? { shared_preload_libraries: 'pg_stat_statements' } : {}),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
  return [
    '# Written by Prosa at every start. Your own settings: ALTER SYSTEM SET ..., which outlives this file and wins.',
    ...lines,
    '',
  ].join('\n');
}

/** Memory of the machine, or of the container where that is less. */
function usableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

async function hasSharedMemory(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const info = await statfs('/dev/shm').catch(() => undefined);
  return info !== undefined && info.bavail * info.bsize >= 256 * MB;
}

/** The folder belongs to the server's account: a new file and a rename can not be led astray by a link in it. */
async function replace(path: string, text: string, account: Account): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(text);
    if (account.spawnAs !== undefined) await file.chown(account.uid, account.gid);
    await file.sync();
    await file.close();
    await rename(aside, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(aside, { force: true });
    throw error;
  }
}
