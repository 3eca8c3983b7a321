import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from './platform/boot/config.ts';
import { StartupError } from './platform/boot/startup-error.ts';
import { isConnectionLost } from './platform/database/database.ts';
import { openLog } from './platform/log.ts';
import { type RunningServer, startServer } from './server.ts';

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const say = (line: string) => void process.stdout.write(`${line}\n`);
/** EX_CONFIG of sysexits.h: restarting with the same configuration would not help. */
const badConfiguration = 78;
/** Extra time after which a hanging shutdown is ended by force. */
const slackSeconds = 2;
const hurrySeconds = 5;

/** Exits on unexpected errors; the supervisor restarts the process. */
function fail(error: unknown): never {
  process.stderr.write(
    `${error instanceof StartupError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(error instanceof StartupError ? badConfiguration : 1);
}

/**
 * Last resort: an unhandled connection error (database, Redis, bucket) only affects what used that connection, so it is logged and the
 * process continues.
 */
function surviveLostConnections(config: Config): void {
  const log = openLog(config.LOG_LEVEL);
  const note = (error: unknown) => {
    if (!isConnectionLost(error)) fail(error);
    log.error({ err: error }, 'a lost connection was heard of by nobody else');
  };
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
}

/** Reports "not ready" first so that load balancers stop sending requests, then closes and finishes running work. */
async function leave(server: RunningServer, { DRAIN_NOTICE_SECONDS, DRAIN_SECONDS }: Config, hurry: AbortSignal): Promise<void> {
  server.giveNotice();
  await sleep(DRAIN_NOTICE_SECONDS * 1000, undefined, { signal: hurry }).catch(() => undefined);
  await server.stop({ seconds: DRAIN_SECONDS, hurry });
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  surviveLostConnections(config);
  const starting = startServer(config, { migrations: beside('../migrations'), web: beside('../../web/dist') }, say);
  let running: RunningServer | undefined;
  const endAfter = (seconds: number) =>
    setTimeout(() => {
      running?.abandon();
      process.exit(1);
    }, seconds * 1000).unref();
  // When stopped during startup, the start is finished first so that everything is closed in order.
  let stopping = false;
  const hurry = new AbortController();
  const stop = () => {
    if (stopping) {
      // A second signal stops at once.
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
