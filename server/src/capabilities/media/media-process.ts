import { spawn } from 'node:child_process';
import { childAccount } from '../../platform/boot/child-account.ts';
import { jobSignal } from '../../platform/jobs/job-signal.ts';
import { MediaInterrupted } from './media-slots.ts';

const mebibyte = 2 ** 20;

/**
 * Seconds by the clock on the wall and of computing, how much it may write, and how much memory it may hold (64 MiB unless told). What it
 * may cost is bounded by the computing; the clock only ends what hangs, and is ten times as long: others of a busy machine go first.
 */
export type Limits = { seconds: number; cpuSeconds: number; bytes: number; memory?: number };
export type ProcessResult = { output: Buffer; report: string };

/**
 * Decoders believe the sizes that a file claims: without a bound 200 kB of film cost a gigabyte. The first bound counts what is
 * really asked for (`ulimit -d`), the second also what is only reserved, such as libraries and stacks, and holds on older systems.
 */
const defaultMemory = 64 * mebibyte;
const addressSpace = 1024 * mebibyte;
const kib = (bytes: number) => String(Math.ceil(bytes / 1024));
const maxReportLength = 64 * 1024;

/** Limits enforced by the system; unsupported or already tighter ones are skipped. The process may only write to its pipes. */
const limitScript = `
  a=$1 d=$2 t=$3; shift 3
  # Where Linux shares the processor out by sessions, of which this is one, the nice value of its processes alone changes nothing.
  { echo 10 >/proc/self/autogroup; } 2>/dev/null
  { ulimit -c 0; ulimit -n 64; ulimit -v "$a"; ulimit -d "$d"; ulimit -t "$t"; ulimit -f 0; } 2>/dev/null
  command -v nice >/dev/null 2>&1 && set -- nice -n 10 "$@"
  exec "$@"`;

function withLimits(program: string, args: string[], { cpuSeconds, memory = defaultMemory }: Limits): [string, string[]] {
  if (process.platform === 'win32') return [program, args];
  return ['sh', ['-c', limitScript, 'sh', kib(addressSpace), kib(memory), String(cpuSeconds), program, ...args]];
}

/**
 * Run a program over a file from a stranger: no environment of ours, no rights of root, little memory, low priority, an end by force when
 * it takes too long, says too much, or the job it works for is given up.
 */
export async function runLimited(
  program: string,
  args: string[],
  limits: Limits,
  onOutput?: (bytes: Buffer) => void,
): Promise<ProcessResult> {
  const signal = jobSignal();
  const account = await childAccount();
  if (signal?.aborted) throw new MediaInterrupted();
  return new Promise((resolve, reject) => {
    const [command, all] = withLimits(program, args, limits);
    const env = { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' };
    // Its own process group, so that its children are killed with it.
    const child = spawn(command, all, { ...account, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
    const pieces: Buffer[] = [];
    let size = 0;
    let report = '';
    let fault: Error | undefined;
    const end = (reason: Error) => {
      fault ??= reason;
      killGroup(child.pid);
    };
    const interrupt = () => end(new MediaInterrupted());
    signal?.addEventListener('abort', interrupt, { once: true });
    const timer = setTimeout(() => end(new Error(`${program} took too long`)), limits.seconds * 1000);
    const over = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', interrupt);
    };
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > limits.bytes) end(new Error(`${program} wrote too much`));
      else if (onOutput) onOutput(piece);
      else pieces.push(piece);
    });
    child.stderr.on('data', (piece: Buffer) => {
      if (report.length < maxReportLength) report += piece.toString('latin1', 0, maxReportLength);
    });
    child.on('error', (error) => {
      over();
      reject(error);
    });
    child.on('close', (code, signal) => {
      over();
      if (fault || code !== 0) reject(fault ?? new Error(`${program} ended with ${code ?? signal}: ${report.slice(-200)}`));
      else resolve({ output: Buffer.concat(pieces), report });
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
