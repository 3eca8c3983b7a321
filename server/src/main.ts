import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from './platform/config.ts';
import { StartupError } from './platform/startup-error.ts';
import { type RunningServer, startServer } from './server.ts';

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const say = (line: string) => void process.stdout.write(`${line}\n`);
const drainSeconds = 20;

/** Without a handler an unheard rejection would leave a half-dead process: it ends, and whoever watches starts it again. */
function fail(error: unknown): never {
  process.stderr.write(
    `${error instanceof StartupError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}

/** Whoever sends it requests hears first that it is leaving; only then does it close its door and finish what has begun. */
async function leave(server: RunningServer, noticeSeconds: number, hurry: AbortSignal): Promise<void> {
  server.giveNotice();
  await sleep(noticeSeconds * 1000, undefined, { signal: hurry }).catch(() => undefined);
  await server.stop();
}

async function main(): Promise<void> {
  process.on('unhandledRejection', fail);
  process.on('uncaughtException', fail);
  const config = readConfig(process.env);
  const starting = startServer(config, { migrations: beside('../migrations'), web: beside('../../web/dist') }, say);
  // Asked to stop while still starting, it finishes the start first: what it opened is then closed in order.
  let stopping = false;
  const hurry = new AbortController();
  const stop = () => {
    // Asked a second time, it waits for nobody to notice.
    if (stopping) return hurry.abort();
    stopping = true;
    setTimeout(() => process.exit(1), (config.DRAIN_NOTICE_SECONDS + drainSeconds) * 1000).unref();
    starting.then((server) => leave(server, config.DRAIN_NOTICE_SECONDS, hurry.signal)).then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const server = await starting;
  if (!stopping) say(`Prosa is ready at ${config.publicUrl ?? `http://localhost:${new URL(server.url).port}`}`);
}

main().catch(fail);
