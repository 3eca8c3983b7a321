import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { DatabaseProbe } from '../database/database-probe.ts';

type Health = { app: FastifyInstance; probe: DatabaseProbe; dataDir: string; isDraining: () => boolean };

const fullBelow = 0.02;

/** Liveness: the process answers. Readiness: it can do its work. */
export function serveHealth({ app, probe, dataDir, isDraining }: Health): void {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const checks = { accepting: !isDraining(), database: await probe.answers(), disk: await hasSpace(dataDir) };
    const ok = Object.values(checks).every(Boolean);
    return reply.code(ok ? 200 : 503).send({ status: ok ? 'ok' : 'unavailable', ...checks });
  });
}

async function hasSpace(dataDir: string): Promise<boolean> {
  return statfs(dataDir).then(
    ({ bavail, blocks }) => blocks === 0 || bavail / blocks > fullBelow,
    () => false,
  );
}
