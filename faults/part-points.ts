import { isClean, table } from './checker.ts';
import { crashesAt, openCrashLoop } from './crash-loop.ts';
import type { PartContext } from './parts.ts';

const passages = [1, 2, 3, 5];

/** Every crash point at several passages, one crash after the other. */
export async function pointsPart({ supervisor, seed }: PartContext): Promise<boolean> {
  const crashes = crashesAt(passages, seed);
  const loop = await openCrashLoop(supervisor, seed, crashes.length);
  try {
    for (const crash of crashes) {
      const { signal } = await loop.run(crash);
      if (signal !== 'SIGKILL') throw new Error(`the server did not die at ${crash.point}#${crash.nth}: ${loop.node.said().stderr}`);
    }
    const findings = await loop.settle();
    console.log(`crash points              ${crashes.length} crashes at passages ${passages.join(', ')}, ${loop.messages()} messages\n`);
    console.log(table(findings));
    return isClean(findings);
  } finally {
    await loop.close();
  }
}
