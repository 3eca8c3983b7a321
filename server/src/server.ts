import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createPlatformCompany } from './capabilities/companies/companies.actions.ts';
import { Gateway } from './capabilities/gateway/gateway.ts';
import { startInbox } from './capabilities/inbox/inbox.worker.ts';
import { announceUser, crons, jobsOf, liveRooms, mayFollowTicket, mountCapabilities, roomsOfTickets } from './capabilities/index.ts';
import { addAdmin } from './capabilities/users/users.actions.ts';
import { simulatorRoutes } from './channels/simulator/simulator.routes.ts';
import { simulatorProvider } from './channels/simulator/simulator.ts';
import { openAccessTokens } from './platform/access-token.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDataDir } from './platform/data-dir.ts';
import { assertPoliciesBind, openDatabases } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { serveHealth } from './platform/health.ts';
import type { Http } from './platform/http.ts';
import { openHttpServer } from './platform/http-server.ts';
import { servedBefore } from './platform/installation.ts';
import { startJobs } from './platform/jobs.ts';
import { createLimiter } from './platform/limits.ts';
import { openLive } from './platform/live.ts';
import { openLog } from './platform/log.ts';
import { haltMedia } from './platform/media-process.ts';
import { migrate } from './platform/migrate.ts';
import { openStorage } from './platform/open-storage.ts';
import { serveDocs } from './platform/openapi.ts';
import type { Platform } from './platform/scope.ts';
import { openSecrets } from './platform/secrets.ts';
import { StartupError } from './platform/startup-error.ts';
import { openWake } from './platform/wake.ts';
import { serveWebApp } from './platform/web-app.ts';

export type Folders = { migrations: string; web: string };
export type Said = (line: string) => void;
export type RunningServer = {
  url: string;
  http: Http;
  platform: Platform;
  /** Says from now on that it is not ready, and works on. */
  giveNotice(): void;
  stop(): Promise<void>;
};

/** Opens what the server stands on, starts the roles asked for, and takes everything down again in reverse order. */
export async function startServer(
  config: Config,
  folders: Folders,
  say: Said = () => undefined,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  const closers: Array<() => Promise<void>> = [];
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const { platform, databaseUrl, metrics } = await openPlatform(config, folders, clock, closers);
    await firstBoot(config, platform, say);
    const providers = { simulator: simulatorProvider(platform) };
    if (config.ROLES.includes('worker')) {
      const work = await startJobs(platform, databaseUrl, { jobs: jobsOf(providers), crons, lockSeconds: config.LEASE_SECONDS });
      const inbox = startInbox(platform);
      closers.push(async () => {
        const resume = haltMedia();
        await Promise.all([work.stop(), inbox.stop()]).finally(resume);
      });
    }
    if (config.ROLES.includes('channels')) {
      const gateway = new Gateway(platform, { owner: config.node, leaseSeconds: config.LEASE_SECONDS, providers });
      closers.push(() => gateway.stop());
    }
    const { http, url, giveNotice } = await serve(config, folders, platform, providers, metrics, closers);
    return { url, http, platform, giveNotice, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openPlatform(config: Config, folders: Folders, clock: Clock, closers: Array<() => Promise<void>>) {
  const log = openLog(config.LOG_LEVEL);
  const dataDir = await openDataDir(config.dataDir);
  closers.push(() => dataDir.close());
  const databaseUrl = config.DATABASE_URL ?? (await embedded(config, log.info.bind(log), closers));
  await migrate(databaseUrl, folders.migrations, (line) => log.info(line));
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const databases = openDatabases(databaseUrl, { metrics, onError: (error) => log.warn({ err: error }, 'a database connection was lost') });
  closers.push(() => databases.close());
  await assertPoliciesBind(databases);
  const onFault = (error: unknown) => log.warn({ err: error }, 'wake-ups between nodes are interrupted');
  const connection = { connectionString: databaseUrl };
  const wake = await openWake({
    node: config.node,
    onFault,
    ...(config.REDIS_URL
      ? { mode: 'redis', url: config.REDIS_URL }
      : config.DATABASE_URL
        ? { mode: 'postgres', connection }
        : { mode: 'alone' }),
  });
  closers.push(() => wake.close());
  const mediaFolder = join(config.dataDir, 'media');
  const secrets = await openSecrets({
    masterKey: config.MASTER_KEY,
    file: join(config.dataDir, 'master.key'),
    servedBefore: () => servedBefore(databases, mediaFolder),
  });
  await checkMasterKey(databases, secrets.keyId);
  const storage = await openStorage({ folder: mediaFolder, s3: config.storage });
  const platform: Platform = { databases, wake, clock, log, secrets, storage };
  return { platform, databaseUrl, metrics };
}

async function embedded(config: Config, log: Said, closers: Array<() => Promise<void>>): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  closers.push(() => postgres.stop());
  return postgres.url;
}

/** Sealed rows open with one master key only; better to say so at boot than to fail at the first secret. */
async function checkMasterKey(databases: Platform['databases'], keyId: string): Promise<void> {
  const { rows } = await databases.platform.query(
    `insert into platform_facts (name, value) values ('master-key', $1) on conflict (name) do update set name = excluded.name returning value`,
    [keyId],
  );
  if (rows[0].value !== keyId)
    throw new StartupError(
      'The master key is not the one this database was made with: set MASTER_KEY, the same on every node, or bring back DATA_DIR/master.key',
    );
}

/** The first login exists nowhere but on the console that started it, once. */
async function firstBoot(config: Config, platform: Platform, say: Said): Promise<void> {
  const password = config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  const created = await createPlatformCompany(platform, { email: config.ADMIN_EMAIL, password, zone: config.TZ_DEFAULT }, addAdmin);
  if (created) say(`First login: ${config.ADMIN_EMAIL}  password: ${config.ADMIN_PASSWORD ? '(from ADMIN_PASSWORD)' : password}`);
}

async function serve(
  config: Config,
  folders: Folders,
  platform: Platform,
  providers: Parameters<typeof mountCapabilities>[1],
  metrics: Registry,
  closers: Array<() => Promise<void>>,
) {
  const app = await openHttpServer(config, platform.log);
  const redis = config.REDIS_URL
    ? new Redis(config.REDIS_URL, { lazyConnect: true, maxRetriesPerRequest: 1 }).on('error', () => undefined)
    : undefined;
  const limiter = createLimiter({ factor: config.RATE_LIMIT_FACTOR, redis, now: platform.clock });
  const http: Http = { app, platform, config, tokens: openAccessTokens(platform.secrets, platform.clock), limiter, routes: [] };
  let draining = false;
  const giveNotice = () => {
    draining = true;
  };
  serveHealth({ app, databases: platform.databases, metrics, dataDir: config.dataDir, isDraining: () => draining });
  if (config.ROLES.includes('web')) {
    mountCapabilities(http, providers);
    simulatorRoutes(http);
    serveDocs(app, http.routes);
    if (!(await serveWebApp(app, folders.web))) platform.log.warn('the web app is not built: only the API is served');
  }
  await app.ready();
  const live = config.ROLES.includes('web')
    ? openLive(app.server, {
        platform,
        node: config.node,
        tokens: http.tokens,
        roomsOf: liveRooms,
        mayFollow: mayFollowTicket,
        announceUser,
        ticketRooms: roomsOfTickets,
      })
    : undefined;
  closers.push(async () => {
    giveNotice();
    await live?.close();
    await app.close();
    redis?.disconnect();
  });
  const url = await app.listen({ port: config.PORT, host: config.HOST }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new StartupError(`Port ${config.PORT} is already in use: stop the other program or set PORT`);
    if (error.code === 'EACCES') throw new StartupError(`Port ${config.PORT} may not be used by this user: set PORT to one above 1024`);
    throw error;
  });
  return { http, url, giveNotice };
}
