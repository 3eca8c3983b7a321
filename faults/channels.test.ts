import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../server/src/channels/baileys/loopback.fixture.ts';
import { openBaileysLine } from './channel-line.ts';
import { takeOver } from './channel-takeovers.ts';
import { randomFrom } from './random.ts';
import { openSupervisor, type Supervisor } from './supervisor.ts';

const seed = process.env.FAULTS_SEED ?? 'channels';
const nothing = { lost: [], doubled: [] };

describe('real channels under traffic in both directions, in small', () => {
  let supervisor: Supervisor;
  beforeAll(() => {
    supervisor = openSupervisor();
  });
  afterAll(() => supervisor.close());

  // Kills under traffic are in `npm run test:faults -- only=channels`; here baileys.test.ts and cloud.test.ts die at each place once.
  test.skipIf(!isInstalled)(
    'WhatsApp by QR code on two nodes, whose owner is stopped past its lease and wakes: one socket at a time, nothing lost or doubled',
    async () => {
      const line = await openBaileysLine(supervisor, { LEASE_SECONDS: '6' }, 2);
      const findings = await takeOver(line, randomFrom(seed), 2);
      expect(findings, `seed ${seed}`).toMatchObject({ ...nothing, stale: [], fights: 0 });
      await line.close();
    },
    600_000,
  );
});
