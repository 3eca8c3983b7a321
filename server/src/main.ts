import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from './platform/boot/config.ts';
import { StartupError } from './platform/boot/startup-error.ts';
import { isLostLine } from './platform/database/database.ts';
import { openLog } from './platform/log.ts';
import { type RunningServer, startServer } from './server.ts';

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const say = (line: string) => void process.stdout.write(`${line}\n`);
/** As in sysexits.h: to be started again with the same configuration would be of no use. */
const badConfiguration = 78;
/** Beyond its time something hangs that should not: the process ends all the same. */
const slackSeconds = 2;
const hurrySeconds = 5;

/** Anything that nobody expected leaves a half-dead process: it ends, and whoever watches starts it again. */
function fail(error: unknown): never {
  process.stderr.write(
    `${error instanceof StartupError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(error instanceof StartupError ? badConfiguration : 1);
}

/**
 * The last resort. A line that broke where nobody listened (the database, Redis, a bucket) harms nothing but what was said over it:
 * that is noted, and the process lives.
 */
function surviveLostLines(config: Config): void {
  const log = openLog(config.LOG_LEVEL);
  const note = (error: unknown) => {
    if (!isLostLine(error)) fail(error);
    log.error({ err: error }, 'a lost connection was heard of by nobody else');
  };
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
}

/** Whoever sends it requests hears first that it is leaving; only then does it close its door and finish what has begun. */
async function leave(server: RunningServer, { DRAIN_NOTICE_SECONDS, DRAIN_SECONDS }: Config, hurry: AbortSignal): Promise<void> {
  server.giveNotice();
  await sleep(DRAIN_NOTICE_SECONDS * 1000, undefined, { signal: hurry }).catch(() => undefined);
  await server.stop({ seconds: DRAIN_SECONDS, hurry });
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  surviveLostLines(config);
  const starting = startServer(config, { migrations: beside('../migrations'), web: beside('../../web/dist') }, say);
  let running: RunningServer | undefined;
  const endAfter = (seconds: number) =>
    setTimeout(() => {
      running?.abandon();
      process.exit(1);
    }, seconds * 1000).unref();
  // Asked to stop while still starting, it finishes the start first: what it opened is then closed in order.
  let stopping = false;
  const hurry = new AbortController();
  const stop = () => {
    if (stopping) {
      // Asked a second time, it waits for nobody.
      hurry.abort();
      return void endAfter(hurrySeconds);
    }
    stopping = true;
    endAfter(config.DRAIN_NOTICE_SECONDS + config.DRAIN_SECONDS + slackSeconds);
    starting.then((server) => leave(server, config, hurry.signal)).then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);
  running = await starting;
  if (!stopping) say(`Prosa is ready at ${config.publicUrl ?? `http://localhost:${new URL(running.url).port}`}`);
}

main().catch(fail);
