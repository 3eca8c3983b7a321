import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type ChildAccount, childAccount } from '../../platform/boot/child-account.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { FairQueue, type Source } from '../../platform/fair-queue.ts';
import type { SheetRow } from './sheet.rules.ts';

const mebibyte = 2 ** 20;
/** Seconds of computing bound what a sheet may cost; those by the clock only end one that hangs, and leave time to a busy machine. */
const limits = { seconds: 120, cpuSeconds: 20, heapMebibytes: 192, dataKibibytes: 512 * 1024, outputBytes: 64 * mebibyte };

const Answer = z.union([
  z.object({ lines: z.array(z.tuple([z.int(), z.string(), z.string(), z.string()])) }),
  z.object({ bad: z.enum(['invalid', 'tooLarge']) }),
]);

/** Beside the bundle, or in the sources where these run. */
const isSource = import.meta.url.endsWith('.ts');
const program = fileURLToPath(new URL(isSource ? '../../sheet-reader.ts' : './sheet-reader.js', import.meta.url));
const limitScript = 'ulimit -c 0; ulimit -f 0; ulimit -t "$1"; ulimit -d "$2"; shift 2; exec "$@"';

/** One sheet is read at a time in this process. Companies take turns; who has some waiting is told to come again with more. */
const reading = new FairQueue({ atOnce: 1, maxWaiting: 20, maxOfGroup: 3 });

/** The rows of a sheet. It is opened by another process, with little memory and time, which may die of it. */
export const readSheetApart = (source: Source, file: () => Promise<Readable>, seconds = limits.seconds): Promise<SheetRow[]> =>
  reading.run(source, async () => run(await file(), seconds));

async function run(file: Readable, seconds: number): Promise<SheetRow[]> {
  const output = await outputOf(file, seconds, await childAccount()).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    return '';
  });
  const answer = Answer.safeParse(parsed(output));
  if (!answer.success) return refuse('ERR_INVALID_SHEET');
  if ('lines' in answer.data) return answer.data.lines;
  return refuse(answer.data.bad === 'tooLarge' ? 'ERR_TOO_LARGE' : 'ERR_INVALID_SHEET');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function outputOf(file: Readable, seconds: number, account: ChildAccount | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const node = [process.execPath, `--max-old-space-size=${limits.heapMebibytes}`, ...(isSource ? ['--import', 'tsx'] : []), program];
    // It takes on the account once its program is loaded, which may lie where only root can read it.
    if (account) node.push(String(account.uid), String(account.gid));
    const [command = '', ...args] =
      process.platform === 'win32'
        ? node
        : ['sh', '-c', limitScript, 'sh', String(limits.cpuSeconds), String(limits.dataKibibytes), ...node];
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: process.env.PATH, TSX_DISABLE_CACHE: '1' } });
    const pieces: Buffer[] = [];
    let size = 0;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, seconds * 1000);
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      pieces.push(piece);
      if (size > limits.outputBytes) child.kill('SIGKILL');
    });
    // It may end before it has read everything.
    child.stdin.on('error', () => undefined);
    file.on('error', () => child.kill('SIGKILL'));
    file.pipe(child.stdin);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      file.destroy();
      if (code === 0) resolve(Buffer.concat(pieces).toString());
      // Nobody knows what is in it.
      else if (isLate) reject(new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfter: 60 }));
      else reject(new Error('the sheet could not be read'));
    });
  });
}
