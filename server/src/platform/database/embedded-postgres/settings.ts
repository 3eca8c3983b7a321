import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../../boot/accounts.ts';
import { replaceFile } from './cluster-file.ts';

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** Writes our configuration into the cluster. Done at every start, so that a new version's settings reach old data. */
export async function writeSettings(cluster: string, account: Account, statementStatistics: boolean): Promise<void> {
  await replaceFile(join(cluster, 'postgresql.conf'), await postgresqlConf(statementStatistics), account);
  await replaceFile(join(cluster, 'pg_hba.conf'), 'local all all scram-sha-256\n', account);
  await replaceFile(join(cluster, 'pg_ident.conf'), '', account);
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
