import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Databases } from './database.ts';

type Health = { app: FastifyInstance; databases: Databases; dataDir: string; isDraining: () => boolean };

const fullBelow = 0.02;

/** Live: the process answers. Ready: it can do its work. */
export function serveHealth({ app, databases, dataDir, isDraining }: Health): void {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const checks = { accepting: !isDraining(), database: await reaches(databases), disk: await hasSpace(dataDir) };
    const ok = Object.values(checks).every(Boolean);
    return reply.code(ok ? 200 : 503).send({ status: ok ? 'ok' : 'unavailable', ...checks });
  });
}

async function reaches(databases: Databases): Promise<boolean> {
  return databases.platform.query('select 1').then(
    () => true,
    () => false,
  );
}

async function hasSpace(dataDir: string): Promise<boolean> {
  return statfs(dataDir).then(
    ({ bavail, blocks }) => blocks === 0 || bavail / blocks > fullBelow,
    () => false,
  );
}
