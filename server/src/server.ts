import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createPlatformCompany } from './capabilities/companies/companies.actions.ts';
import { releasePreviousNode } from './capabilities/connections/lost-sessions.actions.ts';
import { countEndedSessions } from './capabilities/gateway/ended-sessions.ts';
import { Gateway } from './capabilities/gateway/gateway.ts';
import { storeHookFrames } from './capabilities/inbox/hook-frames.actions.ts';
import { announceUser, crons, jobsOf, liveParts, liveRooms, liveSubject, mountCapabilities, startWorkers } from './capabilities/index.ts';
import { openPayments, type Payments } from './capabilities/payments/open-payments.ts';
import { rights } from './capabilities/session/rights.ts';
import { addAdmin } from './capabilities/users/users.actions.ts';
import { baileysProvider } from './channels/baileys/baileys.ts';
import { baileysSettings } from './channels/baileys/settings.ts';
import { cloudRoutes } from './channels/cloud/cloud.routes.ts';
import { cloudProvider } from './channels/cloud/cloud.ts';
import { simulatorRoutes } from './channels/simulator/simulator.routes.ts';
import { simulatorProvider } from './channels/simulator/simulator.ts';
import { prepareChildAccount } from './platform/boot/child-account.ts';
import type { Config } from './platform/boot/config.ts';
import { openDataDir } from './platform/boot/data-dir.ts';
import { replaceNodeName } from './platform/boot/previous-node.ts';
import { Shutdown } from './platform/boot/shutdown.ts';
import { StartupError } from './platform/boot/startup-error.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { openDatabases } from './platform/database/database.ts';
import { openDatabaseClock } from './platform/database/database-clock.ts';
import { openDatabaseProbe } from './platform/database/database-probe.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/database/embedded-postgres/embedded-postgres.ts';
import { openInstallation } from './platform/database/installation.ts';
import type { LoginUrls } from './platform/database/logins.ts';
import { migrate } from './platform/database/migrate.ts';
import { joinNodes } from './platform/database/nodes.ts';
import { refuseHalfRestored } from './platform/database/restore-marker.ts';
import { assertPoliciesBind } from './platform/database/role-check.ts';
import type { Platform } from './platform/database/scope.ts';
import { openAccessTokens } from './platform/http/access-token.ts';
import { openBillingTokens } from './platform/http/billing-token.ts';
import { createByteBudget } from './platform/http/byte-budget.ts';
import { openCallGate } from './platform/http/call-gate.ts';
import { serveHealth } from './platform/http/health.ts';
import type { Http } from './platform/http/http.ts';
import { watchConnections } from './platform/http/http-drain.ts';
import { openHttpServer } from './platform/http/http-server.ts';
import { createLimiter } from './platform/http/limits.ts';
import { postgresCounter } from './platform/http/limits-postgres.ts';
import { countSockets, serveMetrics } from './platform/http/metrics.ts';
import { serveDocs } from './platform/http/openapi.ts';
import { signPicturesFor } from './platform/http/picture-readers.ts';
import { unknownBytesPerMinute } from './platform/http/route.ts';
import { serveSecurityTxt } from './platform/http/security-txt.ts';
import { isTrustedOf } from './platform/http/trusted-proxy.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { openLive } from './platform/live/live.ts';
import { type Logger, openLog } from './platform/log.ts';
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { storageId } from './platform/storage/storage-id.ts';
import { openWake } from './platform/wake/wake.ts';

export type Folders = { migrations: string; web: string };
export type PrintLine = (line: string) => void;
export type RunningServer = {
  url: string;
  http: Http;
  platform: Platform;
  /** Reports "not ready" from now on and keeps working. */
  giveNotice(): void;
  /** Stops in stages within this time: running work is finished or released. At once when hurried. */
  stop(time?: { seconds?: number; hurry?: AbortSignal }): Promise<void>;
  /** For exits without waiting: kills everything that was started. */
  abandon(): void;
};

/** Opens the platform, starts the requested roles, and shuts everything down in stages. */
export async function startServer(
  config: Config,
  folders: Folders,
  say: PrintLine = () => undefined,
  clock: Clock = systemClock,
  /** Further calls, for tests of what no product call uses yet. */
  mountMore?: (http: Http) => void,
  /** Tests let names of the internet lead to servers of their own. */
  outbound: Outbound = createOutbound({ allow: config.OUTBOUND_ALLOW }),
): Promise<RunningServer> {
  const shutdown = new Shutdown();
  const log = openLog(config.LOG_LEVEL);
  try {
    const { platform, logins, metrics, postgres } = await openPlatform(config, folders, { clock, log }, shutdown);
    await firstBoot(config, platform, say);
    await releasePreviousNode(platform, await replaceNodeName(config.dataDir, config.node));
    const graph = { outbound, url: config.WHATSAPP_CLOUD_URL, version: config.WHATSAPP_CLOUD_VERSION };
    const providers = {
      simulator: simulatorProvider(platform),
      cloud: cloudProvider(platform, graph),
      baileys: baileysProvider(platform, baileysSettings(config)),
    };
    const payments = await openPayments(config, platform, outbound);
    if (config.ROLES.includes('worker')) {
      const jobs = jobsOf(providers, payments, outbound);
      const work = await startJobs(platform, logins.jobs, { jobs, crons, lockSeconds: config.LEASE_SECONDS });
      for (const [name, worker] of Object.entries(startWorkers(platform, payments, outbound, config)))
        shutdown.add('work', name, () => worker.stop());
      shutdown.add('work', 'jobs', ({ milliseconds, hurry }) => work.stop(milliseconds, hurry));
    }
    if (config.ROLES.includes('channels')) {
      const countEnded = countEndedSessions(metrics);
      const gateway = new Gateway(platform, { owner: config.node, leaseSeconds: config.LEASE_SECONDS, providers, countEnded });
      shutdown.add('leases', 'gateway', ({ milliseconds }) => gateway.stop(milliseconds));
    }
    const { http, url, giveNotice } = await serve(config, folders, platform, { providers, payments, metrics, logins, mountMore }, shutdown);
    return {
      url,
      http,
      platform,
      giveNotice,
      stop: ({ seconds = config.DRAIN_SECONDS, hurry } = {}) => {
        giveNotice();
        return shutdown.run({ seconds, hurry, log });
      },
      abandon: () => postgres?.abandon(),
    };
  } catch (error) {
    await shutdown.run({ seconds: config.DRAIN_SECONDS, log });
    throw error;
  }
}

async function openPlatform(config: Config, folders: Folders, { clock, log }: { clock: Clock; log: Logger }, shutdown: Shutdown) {
  const dataDir = await openDataDir(config.dataDir);
  shutdown.add('base', 'data folder', () => dataDir.close());
  await refuseHalfRestored(dataDir.path);
  const postgres = config.DATABASE_URL ? undefined : await embedded(config, log.info.bind(log), shutdown);
  const databaseUrl = config.DATABASE_URL ?? postgres?.url ?? '';
  await prepareChildAccount(log, postgres?.uid);
  await migrate(databaseUrl, folders.migrations, (line) => log.info(line));
  const files = { folder: join(config.dataDir, 'media'), s3: config.storage };
  const { secrets, logins } = await openInstallation(databaseUrl, {
    masterKey: config.MASTER_KEY,
    previousKey: config.MASTER_KEY_PREVIOUS,
    keyFile: join(config.dataDir, 'master.key'),
    mediaFolder: files.folder,
  });
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const databases = openDatabases(logins, {
    metrics,
    isEmbedded: postgres !== undefined,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  shutdown.add('base', 'databases', () => databases.close());
  await assertPoliciesBind(databases);
  const onFault = (error: unknown) => log.warn({ err: error }, 'wake-ups between nodes are interrupted');
  const connection = { connectionString: logins.app };
  const wake = await openWake({
    node: config.node,
    onFault,
    ...(config.REDIS_URL
      ? { mode: 'redis', url: config.REDIS_URL }
      : config.DATABASE_URL
        ? { mode: 'postgres', connection }
        : { mode: 'alone' }),
  });
  shutdown.add('base', 'wake', () => wake.close());
  if (config.DATABASE_URL) {
    const nodes = await joinNodes({ databases, log, node: config.node, storage: await storageId(files) });
    shutdown.add('base', 'nodes', () => nodes.leave());
  }
  const time = await openDatabaseClock({ databases, log, clock });
  shutdown.add('base', 'clock', () => time.close());
  const storage = await openStorage(files);
  const platform: Platform = { databases, wake, clock: time.clock, log, secrets, storage, rights };
  return { platform, logins, metrics, postgres };
}

async function embedded(config: Config, log: PrintLine, shutdown: Shutdown): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  shutdown.add('base', 'database server', ({ milliseconds, hurry }) => postgres.stop(hurry.aborted ? 1_000 : milliseconds));
  return postgres;
}

/** Shorter first passwords are allowed; the console says so at every start. */
const minFirstPassword = 12;

/** A first password that is made here is only printed once, on the console, and must be changed at the first login. */
async function firstBoot(config: Config, platform: Platform, say: PrintLine): Promise<void> {
  const password = config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  const mustChangePassword = config.ADMIN_PASSWORD === undefined;
  const admin = { email: config.ADMIN_EMAIL, password, mustChangePassword, zone: config.TZ_DEFAULT };
  const created = await createPlatformCompany(platform, admin, addAdmin);
  if (created) say(`First login: ${config.ADMIN_EMAIL}  password: ${config.ADMIN_PASSWORD ? '(from ADMIN_PASSWORD)' : password}`);
  if (config.ADMIN_PASSWORD !== undefined && config.ADMIN_PASSWORD.length < minFirstPassword)
    say(`ADMIN_PASSWORD has fewer than ${minFirstPassword} characters: choose a longer password for ${config.ADMIN_EMAIL}`);
}

type Served = {
  providers: Parameters<typeof mountCapabilities>[1];
  payments: Payments;
  metrics: Registry;
  logins: LoginUrls;
  mountMore: ((http: Http) => void) | undefined;
};

async function serve(
  config: Config,
  folders: Folders,
  platform: Platform,
  { providers, payments, metrics, logins, mountMore }: Served,
  shutdown: Shutdown,
) {
  const { secrets, clock } = platform;
  const tokens = { tokens: openAccessTokens(secrets, clock), billing: openBillingTokens(secrets, clock) };
  const app = await openHttpServer(config, platform.log, signPicturesFor(platform, tokens.tokens));
  const drain = watchConnections(app.server);
  const probe = openDatabaseProbe(logins.app);
  shutdown.add('base', 'health', () => probe.close());
  const { limiter, redis } = await openLimiter(config, platform);
  const unknownBytes = createByteBudget({ bytes: unknownBytesPerMinute * config.RATE_LIMIT_FACTOR, now: clock });
  const http: Http = { app, platform, config, ...tokens, limiter, unknownBytes, routes: [] };
  openCallGate(app, http.tokens, undefined, http.billing);
  let draining = false;
  const giveNotice = () => {
    draining = true;
  };
  serveHealth({ app, probe, dataDir: config.dataDir, isDraining: () => draining });
  serveMetrics({ app, databases: platform.databases, metrics, node: config.node, token: config.METRICS_TOKEN });
  if (config.ROLES.includes('web')) {
    mountCapabilities(http, providers, payments);
    simulatorRoutes(http);
    cloudRoutes(http, storeHookFrames);
    mountMore?.(http);
    serveDocs(app, http.routes);
    serveSecurityTxt(app, config, clock);
    if (!(await serveWebApp(app, folders.web))) platform.log.warn('the web app is not built: only the API is served');
  }
  await app.ready();
  const live = config.ROLES.includes('web')
    ? openLive(app.server, {
        platform,
        node: config.node,
        tokens: http.tokens,
        billing: http.billing,
        roomsOf: liveRooms,
        subjectOf: liveSubject,
        announceUser,
        parts: liveParts,
        isTrusted: isTrustedOf(config.TRUST_PROXY),
        publicUrl: config.publicUrl,
      })
    : undefined;
  if (live) countSockets(metrics, () => live.io.engine.clientsCount);
  shutdown.add('work', 'http', async ({ milliseconds, hurry }) => {
    giveNotice();
    drain.begin(milliseconds, hurry);
    await live?.close();
    await app.close();
    drain.end();
    redis?.disconnect();
  });
  return { http, url: await listen(app, config), giveNotice };
}

const listen = (app: FastifyInstance, { PORT, HOST }: Config) =>
  app.listen({ port: PORT, host: HOST }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new StartupError(`Port ${PORT} is already in use: stop the other program or set PORT`);
    if (error.code === 'EACCES') throw new StartupError(`Port ${PORT} may not be used by this user: set PORT to one above 1024`);
    throw error;
  });

async function openLimiter({ REDIS_URL, RATE_LIMIT_FACTOR: factor }: Config, { databases, clock: now }: Platform) {
  const redis = REDIS_URL ? await openRedis(REDIS_URL) : undefined;
  return { redis, limiter: createLimiter({ factor, redis, kept: postgresCounter(databases.platform, now), now }) };
}

/** Its package is read only where there is a Redis. */
async function openRedis(url: string): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  return new Client(url, { lazyConnect: true, maxRetriesPerRequest: 1 }).on('error', () => undefined);
}
