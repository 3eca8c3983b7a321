import { afterAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../server/src/channels/baileys/loopback.fixture.ts';
import { openStanzaKills } from './stanza-kills.ts';
import { openSupervisor } from './supervisor.ts';

const seed = process.env.FAULTS_SEED ?? 'stanzas';

// 20 rounds: `npm run test:faults -- only=stanzas`.
describe.skipIf(!isInstalled)('WhatsApp by QR code, killed while stanzas of every kind arrive', () => {
  const supervisor = openSupervisor();
  afterAll(supervisor.close);

  test('nothing that was acknowledged is missing, and nothing is stored twice', async () => {
    const stanzas = await openStanzaKills(supervisor, seed);
    const findings = await stanzas.kill(stanzas.kinds, 1);
    for (const each of findings) expect(each, `seed ${seed}`).toMatchObject({ lost: [], doubled: [] });
    await stanzas.close();
  }, 600_000);
});
