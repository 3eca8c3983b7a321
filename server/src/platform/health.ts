import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { Databases } from './database.ts';
import type { DatabaseProbe } from './database-probe.ts';

type Health = {
  app: FastifyInstance;
  databases: Databases;
  probe: DatabaseProbe;
  metrics: Registry;
  dataDir: string;
  isDraining: () => boolean;
};

const fullBelow = 0.02;

/** Live: the process answers. Ready: it can do its work. Metrics: how it is doing, without a word of what is said. */
export function serveHealth({ app, databases, probe, metrics, dataDir, isDraining }: Health): void {
  const measure = waitingGauges(metrics, databases);
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const checks = { accepting: !isDraining(), database: await probe.answers(), disk: await hasSpace(dataDir) };
    const ok = Object.values(checks).every(Boolean);
    return reply.code(ok ? 200 : 503).send({ status: ok ? 'ok' : 'unavailable', ...checks });
  });
  app.get('/metrics', async (_request, reply) => {
    await measure().catch(() => undefined);
    return reply.header('content-type', metrics.contentType).send(await metrics.metrics());
  });
}

async function hasSpace(dataDir: string): Promise<boolean> {
  return statfs(dataDir).then(
    ({ bavail, blocks }) => blocks === 0 || bavail / blocks > fullBelow,
    () => false,
  );
}

/** Age and number of what waits: the figures that tell a stuck system from a busy one. */
function waitingGauges(metrics: Registry, databases: Databases): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics] });
  const inbox = gauge('prosa_inbox_waiting', 'Frames kept and not yet part of a conversation');
  const inboxAge = gauge('prosa_inbox_oldest_seconds', 'Age of the oldest waiting frame');
  const quarantined = gauge('prosa_inbox_quarantined', 'Frames set aside after failing again and again');
  const outbox = gauge('prosa_outbox_waiting', 'Messages stored and not yet handed over');
  const outboxAge = gauge('prosa_outbox_oldest_seconds', 'Age of the oldest waiting message');
  return async () => {
    const { rows } = await databases.platform.query(`select
      (select count(*) from inbox where quarantined_at is null) as inbox, (select coalesce(extract(epoch from now() - min(received_at)), 0) from inbox where quarantined_at is null) as inbox_age,
      (select count(*) from inbox where quarantined_at is not null) as quarantined,
      (select count(*) from outbox) as outbox, (select coalesce(extract(epoch from now() - min(created_at)), 0) from outbox) as outbox_age`);
    const row = rows[0];
    inbox.set(Number(row.inbox));
    inboxAge.set(Number(row.inbox_age));
    quarantined.set(Number(row.quarantined));
    outbox.set(Number(row.outbox));
    outboxAge.set(Number(row.outbox_age));
  };
}
