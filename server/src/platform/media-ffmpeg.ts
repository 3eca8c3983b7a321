import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { jobSignal } from './job-signal.ts';
import { baseType } from './sniff.ts';

/** The reader for each type we know by its bytes. Chosen by us: left to itself, ffmpeg would also read playlists that name other files. */
const readers = new Map([
  ['audio/ogg', 'ogg'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'mov'],
  ['audio/aac', 'aac'],
  ['audio/amr', 'amr'],
  ['audio/wav', 'wav'],
  ['audio/flac', 'flac'],
  ['audio/webm', 'matroska'],
  ['video/mp4', 'mov'],
  ['video/quicktime', 'mov'],
  ['video/3gpp', 'mov'],
  ['video/webm', 'matroska'],
]);

export type Source = { path: string; mimetype: string };
export type Limits = { seconds: number; bytes: number };

let present: Promise<boolean> | undefined;

/** Whether this machine has ffmpeg. Without it files stay as they are. */
export function hasFfmpeg(): Promise<boolean> {
  present ??= run(['-version'], { seconds: 10, bytes: 2 ** 20 }).then(
    () => true,
    () => false,
  );
  return present;
}

/** Run ffmpeg over one of our files; what it writes to its output comes back whole, or in pieces to who asks for them. */
export async function ffmpeg(source: Source, output: string[], limits: Limits, onOutput?: (bytes: Buffer) => void) {
  const reader = readers.get(baseType(source.mimetype));
  if (reader === undefined) throw new Error('no reader for this type');
  const input = ['-protocol_whitelist', 'file,pipe', '-f', reader, '-i', `file:${source.path}`];
  return run(['-nostdin', '-hide_banner', '-y', ...input, ...output], limits, onOutput);
}

const longestReport = 64 * 1024;

/** No shell, no environment of ours, low priority, and an end by force when it takes too long or says too much. */
function run(args: string[], { seconds, bytes }: Limits, onOutput?: (bytes: Buffer) => void): Promise<{ output: Buffer; report: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('ffmpeg', args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH },
      // Given up together with the job that it works for.
      signal: jobSignal(),
      killSignal: 'SIGKILL',
    });
    const pieces: Buffer[] = [];
    let size = 0;
    let report = '';
    let fault: Error | undefined;
    const end = (reason: string) => {
      fault ??= new Error(reason);
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end('ffmpeg took too long'), seconds * 1000);
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > bytes) end('ffmpeg wrote too much');
      else if (onOutput) onOutput(piece);
      else pieces.push(piece);
    });
    child.stderr.on('data', (piece: Buffer) => {
      if (report.length < longestReport) report += piece.toString('latin1');
    });
    child.on('spawn', () => lowerPriority(child.pid));
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      if (fault || code !== 0) reject(fault ?? new Error(`ffmpeg ended with ${code}: ${report.slice(-200)}`));
      else resolve({ output: Buffer.concat(pieces), report });
    });
  });
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, 10);
  } catch {
    // Gone already.
  }
}
