import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { OutgoingFile } from '../../test/outgoing-file.ts';
import { patient } from '../../test/patient.ts';
import type { Play } from './provider-contract.ts';
import { sent, text } from './provider-contract-messages.ts';

export type SentFile = { bytes: Buffer; mimetype: string; fileName: string };

/** A file of each kind, known by its first bytes. */
const head = (...parts: Array<string | number>) =>
  Buffer.concat([...parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))), Buffer.alloc(70_000, 7)]);
const files: OutgoingFile[] = [
  { kind: 'image', mimetype: 'image/jpeg', fileName: 'foto.jpg', bytes: head(0xff, 0xd8, 0xff, 0xe0) },
  { kind: 'video', mimetype: 'video/mp4', fileName: 'filme.mp4', bytes: head(0, 0, 0, 24, 'ftypmp42') },
  { kind: 'audio', mimetype: 'audio/ogg', fileName: 'voz.ogg', bytes: head('OggS', ...Array<number>(24).fill(0), 'OpusHead') },
  { kind: 'application', mimetype: 'application/pdf', fileName: 'nota.pdf', bytes: head('%PDF-1.7\n') },
];

/** Files in both directions. Of a stage that can not play them, they are not asked. */
export function fileContract(name: string, play: Play): void {
  describe(`${name}: files that are fetched`, () => fetchedFiles(play));
  describe(`${name}: files that are sent`, () => sentFiles(play));
}

function sentFiles({ session, keepFile, fileOn, phone: newPhone }: Play): void {
  test.skipIf(!keepFile || !fileOn).each(files)('$kind: shown as such, with its words, and every byte is there', async (file) => {
    const media = await keepFile?.(file);
    if (!media) throw new Error('there is nothing to send');
    const phone = newPhone();
    const voice = file.kind === 'audio';
    // A voice note has no words.
    const message = { ...text(phone.number, voice ? '' : 'Segue'), mediaType: file.kind, media, voice };
    expect(await session.send(message)).toEqual(sent);
    expect(await session.send(message)).toEqual(sent);
    await expect.poll(async () => (await phone.shown()).length, patient).toBe(1);
    const [shown] = await phone.shown();
    expect(shown).toMatchObject({ fromBusiness: true, mediaType: file.kind, body: voice ? '' : 'Segue' });
    expect(shown && (await fileOn?.(shown))?.equals(file.bytes)).toBe(true);
  });
}

function fetchedFiles(play: Play): void {
  test.skipIf(!play.sendFile).each(files)(
    '$kind: of a customer, it comes with its message, or is referred to and can be fetched, again if need be',
    async (file) => {
      const phone = play.phone();
      const id = (await play.sendFile?.(phone.number, file)) ?? '';
      await play.received(id);
      const frame = play.frames.find((each) => each.kind === 'message' && each.id === id);
      if (frame?.kind !== 'message') throw new Error('it is a message');
      expect([frame.chat, frame.mediaType ?? frame.remote?.kind]).toEqual([phone.number, file.kind]);
      if (!frame.remote) return expect(frame.mediaId).not.toBeNull();
      expect(frame).toMatchObject({ mediaId: null, remote: { kind: file.kind } });
      for (let time = 0; time < 2; time += 1) {
        const fetched = await play.session.fetchFile(frame.remote.ref);
        if (fetched.outcome !== 'fetched') throw new Error(fetched.outcome);
        expect((await buffer(fetched.stream)).equals(file.bytes)).toBe(true);
      }
    },
  );
}
