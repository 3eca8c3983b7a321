import { describe, expect, test } from 'vitest';
import { patient } from '../../test/patient.ts';
import type { Session, SessionState } from './port.ts';
import type { Play } from './provider-contract.ts';

/** A connection of the same network beside the stage's own, which is not linked yet and reports as it goes. */
export type Another = {
  session: Session;
  states: SessionState[];
  /** The phone reads the QR code, or has the pairing code typed into it. */
  confirm(): Promise<void>;
  /** The network ends it for good. */
  end(why: 'loggedOut' | 'replaced' | 'banned'): Promise<void>;
  close(): Promise<void>;
};

/** What a session does with its network beside messages. Of a stage that can not play something, it is not asked. */
export function networkContract(name: string, play: Play): void {
  describe(`${name}: the session`, () => theSession(play));
}

function theSession(play: Play): void {
  const { another, states, tallies } = play;

  test.skipIf(!states || !tallies)('what is written while the network is lost comes when it is back, and is counted', async () => {
    const phone = play.phone();
    const [from, before] = [states?.length ?? 0, counted(play)];
    await play.goAway(true);
    await expect.poll(() => states?.slice(from).some(({ status, why }) => status === 'OPENING' && why !== undefined), patient).toBe(true);
    const ids = [await phone.write('um'), await phone.write('dois')];
    await play.goAway(false);
    for (const id of ids) await play.received(id);
    await expect.poll(() => states?.at(-1)?.status, patient).toBe('CONNECTED');
    await expect.poll(() => counted(play) - before, patient).toBe(2);
  });

  const pairs = another && play.provider.features.has('pairingCode');
  test.skipIf(!pairs)('it is paired by a code as well as by the QR code, while one is on show', async () => {
    const unpaired = await another?.();
    if (!unpaired) return;
    try {
      await expect.poll(() => unpaired.states.at(-1)?.status, patient).toBe('qrcode');
      expect(await unpaired.session.pairingCode('5511999990000')).toMatch(/^[A-Z0-9]{8}$/);
      await unpaired.confirm();
      await expect.poll(() => unpaired.states.at(-1)?.status, patient).toBe('CONNECTED');
      expect(unpaired.session.isOpen()).toBe(true);
      expect(await unpaired.session.pairingCode('5511999990000')).toBeUndefined();
    } finally {
      await unpaired.close();
    }
  });

  test.skipIf(!another).each(['loggedOut', 'replaced', 'banned'] as const)(
    '%s, it ends, says why, and does not begin again',
    async (why) => {
      const doomed = await another?.();
      if (!doomed) return;
      try {
        await expect.poll(() => doomed.states.at(-1)?.status, patient).toBe('qrcode');
        await doomed.confirm();
        await expect.poll(() => doomed.states.at(-1)?.status, patient).toBe('CONNECTED');
        await doomed.end(why);
        await expect.poll(() => doomed.states.at(-1), patient).toMatchObject({ status: 'DISCONNECTED', why });
        expect(doomed.session.isOpen()).toBe(false);
        // By the time somebody else's message has come, it would have tried.
        await play.received(await play.phone().write('E agora?'));
        expect(doomed.states.at(-1)).toMatchObject({ status: 'DISCONNECTED', why });
      } finally {
        await doomed.close();
      }
    },
  );
}

const counted = ({ tallies = [] }: Play) => tallies.reduce((sum, { replayed = 0 }) => sum + replayed, 0);
