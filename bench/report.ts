import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { BotsResult } from './bots.ts';
import type { GrowthResult } from './growth.ts';
import type { IngestionResult } from './ingestion.ts';
import type { LiveResult } from './live.ts';
import type { MemoryResult } from './memory.ts';
import type { NoisyResult } from './noisy.ts';
import type { Options } from './options.ts';
import type { PagesResult } from './pages.ts';
import type { ProcessorTime } from './processor-time.ts';
import type { RemovalResult } from './removal.ts';
import { type Requirement, type Results, requirementsOf } from './requirements.ts';
import { root, type Site } from './site.ts';
import type { Costly } from './statements.ts';
import { stolenShare } from './stolen.ts';
import type { WebResult } from './web.ts';
import type { WebhooksResult } from './webhooks.ts';

const document = join(root, 'docs', 'benchmarks.md');

export function reportOf(options: Options, site: Site, results: Results): { text: string; requirements: Requirement[] } {
  const requirements = requirementsOf(results);
  const text = [
    circumstances(options, site),
    requiredTable(requirements),
    ...(results.ingestion ? ingestionTables(results.ingestion) : []),
    ...(results.pages ? pageTables(results.pages) : []),
    ...(results.live ? [liveTable(results.live)] : []),
    ...(results.growth ? [growthTable(results.growth)] : []),
    ...(results.memory ? [memoryTable(results.memory, results.pages)] : []),
    ...(results.web ? [webTable(results.web)] : []),
    ...(results.bots ? botsTables(results.bots) : []),
    ...(results.noisy ? noisyTables(results.noisy) : []),
    ...(results.removal ? removalTables(results.removal) : []),
    ...(results.webhooks ? [webhooksTable(results.webhooks)] : []),
  ].join('\n\n');
  return { text, requirements };
}

/** Puts the figures between the command's markers; what people wrote around them stays. */
export async function writeReport(text: string, command: string): Promise<void> {
  const page = await readFile(document, 'utf8');
  const marker = `<!-- figures: written by ${command} -->`;
  const begin = page.indexOf(marker);
  const end = page.indexOf('<!-- /figures -->', begin);
  if (begin < 0 || end < 0) throw new Error('docs/benchmarks.md has lost the markers of its figures');
  await writeFile(document, `${page.slice(0, begin + marker.length)}\n\n${text}\n\n${page.slice(end)}`);
}

export const whole = (value: number) => Math.round(value).toLocaleString('en');
export const milliseconds = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const percent = (share: number) => `${(share * 100).toFixed(0)}%`;

/** Padded, as the formatter and people who read the source like it. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? title).length)));
  const line = (cells: string[], filler = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(' | ')} |`;
  return [
    line(head),
    line(
      head.map(() => ''),
      '-',
    ),
    ...rows.map((row) => line(row)),
  ].join('\n');
}

/** What it ran on; without PostgreSQL's version where that says nothing. */
export function machine(postgresVersion?: string): string {
  const [cpu] = cpus();
  const postgres = postgresVersion === undefined ? '' : `, PostgreSQL ${postgresVersion}`;
  return [
    `- **Machine:** ${cpus().length} × ${cpu?.model.trim() || 'unnamed processor'}, ${(totalmem() / 1024 ** 3).toFixed(0)} GB, ` +
      `${platform()} ${release().split('-')[0]}; load average ${loadavg()[2]?.toFixed(1)} over the last 15 minutes, ` +
      `this run included${stolenText()}`,
    `- **Versions:** Node ${process.versions.node}${postgres}`,
  ].join('\n');
}

/** On a shared host the times of a run tell as much about its neighbours; ratios within a run less so. */
function stolenText(): string {
  const share = stolenShare();
  return share === undefined ? '' : `; its host gave ${percent(share)} of the processor time asked for to others meanwhile`;
}

function circumstances({ command, tickets, rounds, seconds }: Options, { generated, postgresVersion, reused }: Site): string {
  const megabytes = generated.databaseBytes / 1024 / 1024;
  const made = `made in ${generated.seconds.toFixed(0)} s${reused ? ' by an earlier run' : ''}`;
  return [
    `- **Command:** \`${command}\`, on ${new Date().toISOString().slice(0, 10)}`,
    machine(postgresVersion),
    `- **Company:** ${whole(tickets)} contacts, ${whole(generated.tickets)} tickets, ${whole(generated.messages)} messages, ` +
      `beside 50 small companies; ${whole(megabytes)} MB, ${made}`,
    `- **Rounds:** ${rounds} of ${seconds} s each, baseline and load in turn; a ratio is the median over neighbouring rounds`,
  ].join('\n');
}

export function requiredTable(requirements: Requirement[]): string {
  const rows = requirements.map(({ name, measured, bound, holds }) => [name, measured, bound, holds ? 'yes' : '**no**']);
  return `### What must hold\n\n${table(['', 'measured', 'bound', 'holds'], rows)}`;
}

function ingestionTables({ scenarios, alone }: IngestionResult): string[] {
  const rows = scenarios.map(({ name, load, baseline, ratio, statements, cpuMicroseconds }) => [
    name,
    whole(load.perSecond),
    whole(baseline.perSecond),
    ratio.toFixed(2),
    milliseconds(load.p50),
    milliseconds(load.p99),
    milliseconds(baseline.p50),
    milliseconds(baseline.p99),
    statements.toFixed(2),
    whole(cpuMicroseconds),
  ]);
  const head = ['16 clients', 'messages/s', 'bare/s', 'ratio', 'p50 ms', 'p99 ms', 'bare p50', 'bare p99', 'statements', 'CPU µs'];
  const single = alone.map(({ name, statements, roundTrips, received, processed }) => [
    name,
    roundTrips.toFixed(1),
    statements.toFixed(1),
    milliseconds(received),
    milliseconds(processed),
  ]);
  return [
    `### Ingestion\n\n${table(head, rows)}`,
    'One message at a time on an idle server:',
    table(['', 'round trips', 'statements', 'kept after ms', 'in its conversation after ms'], single),
    ...scenarios.filter(({ required }) => required).map(({ name, costliest }) => costTable(name, costliest)),
  ];
}

function pageTables({ pages }: PagesResult): string[] {
  const rows = pages.map(({ name, path, load, baseline, ratio, hand, roundTrips, statements, planningMilliseconds, cpuMicroseconds }) => [
    `${name}: \`${path}\``,
    whole(load.perSecond),
    whole(baseline.perSecond),
    ratio.toFixed(2),
    hand ? whole(hand.load.perSecond) : '',
    hand ? hand.ratio.toFixed(2) : '',
    milliseconds(load.p50),
    milliseconds(load.p99),
    milliseconds(baseline.p50),
    milliseconds(baseline.p99),
    roundTrips.toFixed(1),
    statements.toFixed(1),
    planningMilliseconds.toFixed(2),
    whole(cpuMicroseconds),
  ]);
  const head = [
    '16 clients',
    'calls/s',
    'bare/s',
    'ratio',
    'by hand/s',
    'ratio to it',
    'p50 ms',
    'p99 ms',
    'bare p50',
    'bare p99',
    'round trips',
    'statements',
    'planning ms',
    'CPU µs',
  ];
  return [`### Pages\n\n${table(head, rows)}`, costTable(pages[0]?.name ?? '', pages[0]?.costliest ?? [])];
}

function liveTable({ sockets, messages, p50, p99, slowest }: LiveResult): string {
  const row = [
    `${messages} messages, one after the other, to ${sockets} sockets`,
    milliseconds(p50),
    milliseconds(p99),
    milliseconds(slowest),
  ];
  return `### Live screens\n\n${table(['from the call to each socket', 'p50 ms', 'p99 ms', 'most ms'], [row])}`;
}

function webhooksTable({ posts, messages, product, bare, ratio }: WebhooksResult): string {
  const row = [
    `${whole(posts)} posts, 20 a second, one in ten with 100 messages; ${whole(messages)} messages`,
    ...[product.p50, product.p99, bare.p50, bare.p99].map(milliseconds),
    ratio.toFixed(1),
  ];
  return `### Webhooks\n\n${table(['until the answer', 'p50 ms', 'p99 ms', 'bare p50', 'bare p99', 'p99 to bare'], [row])}`;
}

function growthTable({ sizes, reads }: GrowthResult): string {
  const rows = reads.map(({ name, statements, times, wholeTables }) => [
    name,
    [...new Set(statements)].join(' then '),
    ...times.flatMap(({ p50, p99 }) => [milliseconds(p50), milliseconds(p99)]),
    ((times[1]?.p50 ?? Number.NaN) / (times[0]?.p50 ?? Number.NaN)).toFixed(1),
    wholeTables.join(', ') || 'none',
  ]);
  const head = [
    'one call at a time',
    'statements',
    ...sizes.flatMap((size) => [`${whole(size)} tickets: p50 ms`, 'p99 ms']),
    'p50 grows by',
    'tables read whole',
  ];
  return `### How reading grows\n\n${table(head, rows)}`;
}

function costTable(name: string, costly: Costly[]): string {
  const rows = costly
    .filter(({ share }) => share >= 0.02)
    .map(({ share, calls, executing, planning, text }) => [
      percent(share),
      whole(calls),
      executing.toFixed(3),
      planning.toFixed(3),
      `\`${text.replace(/\s+/g, ' ').replaceAll('|', '').trim().slice(0, 80)}\``,
    ]);
  return `Where PostgreSQL's time goes (${name}):\n\n${table(['share', 'calls', 'executing ms', 'planning ms', 'statement'], rows)}`;
}

function memoryTable({ idleMegabytes, startSeconds }: MemoryResult, pages: PagesResult | undefined): string {
  const rows = [
    ['new data folder', whole(idleMegabytes.empty), startSeconds.warm.toFixed(1)],
    ['big company', whole(idleMegabytes.full), startSeconds.full.toFixed(1)],
    ...(pages ? [['big company, after the load of pages', whole(pages.busyMegabytes), '']] : []),
    ['new data folder, making the database', '', startSeconds.first.toFixed(1)],
  ];
  return `### Memory and start\n\n${table(['', 'server process MB', 'ready after s'], rows)}`;
}

function webTable({ files, kilobytes }: WebResult): string {
  const rows = files.map(({ name, gzipped }) => [name, (gzipped / 1000).toFixed(1)]);
  return `### Login page\n\n${table(['JavaScript', 'kB gzipped'], [...rows, ['together', kilobytes.toFixed(1)]])}`;
}

const used = ({ postgres, node }: ProcessorTime) => [postgres.toFixed(2), node.toFixed(2)];

function botsTables({ on, off, ratio, answered, processor, costliest }: BotsResult): string[] {
  const rows = [
    ['off', whole(off.perSecond), '', milliseconds(off.p50), milliseconds(off.p99), ...used(processor.off)],
    ['on', whole(on.perSecond), ratio.toFixed(2), milliseconds(on.p50), milliseconds(on.p99), ...used(processor.on)],
  ];
  const head = ['bots, 16 clients', 'messages/s', 'ratio', 'p50 ms', 'p99 ms', 'PostgreSQL ms/message', 'server ms/message'];
  return [
    `### Ingestion with bots\n\n${table(head, rows)}\n\nOf the messages to bots ${percent(answered)} were answered.`,
    costTable('bots on', costliest),
  ];
}

function noisyTables({ calls, noise, seconds }: NoisyResult): string[] {
  const rows = calls.map(({ name, alone, beside }) => [
    name,
    ...[alone, beside].flatMap((times) => [whole(times.calls), milliseconds(times.p50), milliseconds(times.p99)]),
  ]);
  const made = Object.entries(noise).map(([kind, { done, refused }]) => [kind, whole(done / seconds), whole(refused / seconds)]);
  return [
    '### A noisy company beside a quiet one',
    table(['the quiet one', 'alone: calls', 'p50 ms', 'p99 ms', 'beside noise: calls', 'p50 ms', 'p99 ms'], rows),
    table(['the noise', 'done/s', 'refused/s'], made),
  ];
}

function removalTables({ messages, files, seconds, calls }: RemovalResult): string[] {
  const rows = calls.map(({ name, before, during }) => [
    name,
    ...[before, during].flatMap((times) => [whole(times.calls), milliseconds(times.p50), milliseconds(times.p99)]),
  ]);
  return [
    '### A company is deleted beside a quiet one',
    `${whole(messages)} messages, as many events and ${whole(files)} files were gone after ${whole(seconds)} s.`,
    table(['the quiet one', 'before: calls', 'p50 ms', 'p99 ms', 'during: calls', 'p50 ms', 'p99 ms'], rows),
  ];
}
