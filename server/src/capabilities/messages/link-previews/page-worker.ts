import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { PageWords } from './page.rules.ts';

const limits = { seconds: 30, heapMebibytes: 64 };
const Answer = z.object({ title: z.string(), description: z.string(), site: z.string() }).optional();

/** Beside the bundle, or in the sources where these run. */
const isSource = import.meta.url.endsWith('.ts');
const program = new URL(isSource ? '../../../page-reader.ts' : './page-reader.js', import.meta.url);
/** A thread of Node 20 does not take the loader of TypeScript as an argument. */
const loadSource = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(program)}, ${JSON.stringify(import.meta.url)}))`;

/** Reads a page in a thread with little memory and time. Returns undefined when the thread dies of it or says nothing. */
export function readPageApart(bytes: Uint8Array, contentType: string): Promise<PageWords | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(isSource ? loadSource : program, {
      eval: isSource,
      workerData: { bytes, contentType },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMebibytes },
    });
    const timer = setTimeout(() => void worker.terminate(), limits.seconds * 1000);
    let answer: PageWords | undefined;
    worker.on('message', (message: unknown) => {
      answer = Answer.safeParse(message).data;
    });
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}
