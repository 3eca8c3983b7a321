import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readPage } from './capabilities/messages/link-previews/page.rules.ts';

/** A thread of its own for the beginning of one page: whatever a stranger's page costs to read, the server goes on answering. */
const { bytes, contentType } = z.object({ bytes: z.instanceof(Uint8Array), contentType: z.string() }).parse(workerData);
parentPort?.postMessage(readPage(bytes, contentType));
