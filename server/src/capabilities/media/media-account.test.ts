import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';
import { childAccount, prepareChildAccount } from '../../platform/boot/child-account.ts';
import { newMediaKey } from '../../platform/storage/storage.ts';
import { inspectMedia } from './media-work.actions.ts';

const isRoot = process.getuid?.() === 0;
const programs = await mkdtemp(join(tmpdir(), 'prosa-programs-'));
afterAll(() => rm(programs, { recursive: true }));

/** Programs in the place of ffmpeg. The second says who it is where a duration is wanted, if it can read the file. */
async function installPrograms(): Promise<void> {
  const readsFile = `for last; do :; done; head -c 4 "\${last#file:}" | grep -q OggS || exit 1`;
  const answer = `echo '{"streams":[{"codec_type":"audio"}],"format":{"duration":"'$(id -u)'"}}'`;
  await writeFile(join(programs, 'ffmpeg'), '#!/bin/sh\n[ "$1" = -version ]\n');
  await writeFile(join(programs, 'ffprobe'), `#!/bin/sh\n[ "$1" = -version ] && exit 0\n${readsFile}\n${answer}\n`);
  for (const name of ['ffmpeg', 'ffprobe']) await chmod(join(programs, name), 0o755);
  await chmod(programs, 0o755);
  process.env.PATH = `${programs}:${process.env.PATH}`;
}

test.runIf(isRoot)('a stored file is read by an account without rights, which is not that of the database', async () => {
  await installPrograms();
  const { server } = await openWorld();
  const key = newMediaKey(1);
  await server.platform.storage.put(key, Readable.from([Buffer.from('OggS and the rest')]), { limitBytes: 1_000 });
  const media = { key, mimetype: 'audio/ogg', kind: 'audio', size: 17, hasPlayable: false } as const;
  const account = await childAccount();
  expect((await inspectMedia(server.platform, media)).seconds).toBe(account?.uid);
  const warnings: string[] = [];
  await prepareChildAccount({ warn: (text: unknown) => void warnings.push(String(text)) }, account?.uid);
  expect((await childAccount())?.uid).not.toBe(account?.uid);
  expect((await inspectMedia(server.platform, media)).seconds).toBe((await childAccount())?.uid);
  expect(warnings).toEqual(['the server runs as root: run it as an ordinary user']);
});
