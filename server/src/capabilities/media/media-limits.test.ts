import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Message, messagesApi } from '@prosa/contracts/messages';
import { afterAll, expect, test } from 'vitest';
import { formOf, served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { withJobSignal } from '../../platform/jobs/job-signal.ts';
import { newMediaKey } from '../../platform/storage/storage.ts';
import { hasFfmpeg } from './ffmpeg.ts';
import { MediaInterrupted } from './media-slots.ts';
import { inspectMedia, type StoredMedia } from './media-work.actions.ts';

const world = await openWorld();
const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'prosa-hostile-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const able = await hasFfmpeg();

let files = 0;
async function made(input: string, ending: string, ...output: string[]): Promise<Buffer> {
  const path = join(folder, `${++files}.${ending}`);
  await run('ffmpeg', ['-v', 'error', '-filter_threads', '1', '-f', 'lavfi', '-i', input, '-threads', '1', ...output, path]);
  return readFile(path);
}
const film = (size: string, ...more: string[]) =>
  made(
    `color=c=blue:s=${size}:r=1:d=1`,
    'mp4',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-tune',
    'zerolatency',
    '-pix_fmt',
    'yuv420p',
    ...more,
  );

/** The film says in its box that it is small; what is inside is not. */
function belittled(bytes: Buffer): Buffer {
  const lying = Buffer.from(bytes);
  const box = lying.indexOf('avc1', lying.indexOf('stsd'));
  lying.writeUInt16BE(64, box + 28);
  lying.writeUInt16BE(64, box + 30);
  return lying;
}

/** As phones write it: the picture lies on its side, and the file says how to turn it. */
function turned(bytes: Buffer): Buffer {
  const matrix = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000];
  const at = bytes.indexOf('tkhd') + 44;
  for (const [place, value] of matrix.entries()) bytes.writeInt32BE(value, at + place * 4);
  return bytes;
}

/** Five hours of nothing: the length stands in its head, and in its bytes. */
function wavOf(seconds: number, perSecond = 1000): Buffer {
  const bytes = Buffer.alloc(44 + seconds * perSecond, 0x80);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(perSecond, 24);
  bytes.writeUInt32LE(perSecond, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(seconds * perSecond, 40);
  return bytes;
}

async function stored(companyId: number, kind: 'video' | 'audio', mimetype: string, bytes: Buffer): Promise<StoredMedia> {
  const key = newMediaKey(companyId);
  await world.server.platform.storage.put(key, bytes, { limitBytes: 2 ** 26 });
  return { key, kind, mimetype, size: bytes.length, hasPlayable: false };
}

const page = 4096;

/** The memory of all programs that this process started, and how many they are. */
async function children(): Promise<{ bytes: number; count: number }> {
  const all = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  const own = all.filter((line) => /\((?:ffmpeg|ffprobe)\)/.test(line) && line.split(') ')[1]?.split(' ')[1] === String(process.pid));
  return { bytes: own.reduce((sum, line) => sum + Number(line.split(') ')[1]?.split(' ')[21]) * page, 0), count: own.length };
}

async function whileWatching<T>(work: Promise<T>) {
  const peak = { bytes: 0, count: 0 };
  let over = false;
  const ended = work.finally(() => {
    over = true;
  });
  while (!over) {
    const seen = await children();
    peak.bytes = Math.max(peak.bytes, seen.bytes);
    peak.count = Math.max(peak.count, seen.count);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { peak, result: await ended };
}

test.skipIf(!able || process.platform !== 'linux')(
  'six films that would unfold into gigabytes, at once: they cost little memory, keep their measures and have no thumbnail',
  async () => {
    const bomb = await film('8192x8192');
    expect(bomb.length).toBeLessThan(250_000);
    const six = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((company) => stored(company, 'video', 'video/mp4', company % 2 ? bomb : belittled(bomb))),
    );
    const { peak, result } = await whileWatching(Promise.all(six.map((media) => inspectMedia(world.server.platform, media))));
    expect(peak.count).toBeLessThanOrEqual(2);
    expect(peak.bytes).toBeLessThan(400 * 2 ** 20);
    for (const looked of result) expect(looked).toMatchObject({ seconds: 1, thumbnail: null });
    expect(result[0]).toMatchObject({ width: 8192, height: 8192 });
  },
  60_000,
);

test.skipIf(!able)('honest films, also those of phones that lie on their side, have their measures and a thumbnail', async () => {
  const upright = turned(await film('1280x720'));
  const large = await film('3840x2160');
  const [first, second] = [
    await inspectMedia(world.server.platform, await stored(1, 'video', 'video/mp4', upright)),
    await inspectMedia(world.server.platform, await stored(1, 'video', 'video/mp4', large)),
  ];
  expect(first).toMatchObject({ width: 720, height: 1280, seconds: 1, thumbnail: expect.any(Buffer) });
  expect(second).toMatchObject({ width: 3840, height: 2160, thumbnail: expect.any(Buffer) });
});

test.skipIf(!able)('a sound of five hours keeps its length and is not unfolded; one of minutes is heard', async () => {
  const long = await stored(1, 'audio', 'audio/wav', wavOf(5 * 3600));
  expect(await inspectMedia(world.server.platform, long)).toEqual({
    width: null,
    height: null,
    seconds: 5 * 3600,
    waveform: null,
    thumbnail: null,
    playable: null,
  });
  const short = await inspectMedia(world.server.platform, await stored(1, 'audio', 'audio/wav', wavOf(120)));
  expect(short).toMatchObject({ seconds: 120, waveform: expect.any(Array), playable: expect.any(Buffer) });
});

test.skipIf(!able)('a file that claims dozens of streams is kept and not looked into', async () => {
  const crowd = await made('sine=d=0.2', 'mp4', ...Array.from({ length: 60 }, () => ['-map', '0:a']).flat(), '-c:a', 'aac');
  expect(await inspectMedia(world.server.platform, await stored(1, 'video', 'video/mp4', crowd))).toMatchObject({
    width: null,
    thumbnail: null,
  });
  expect(await inspectMedia(world.server.platform, await stored(1, 'audio', 'audio/mp4', crowd))).toMatchObject({
    waveform: null,
    playable: null,
  });
});

test.skipIf(!able)('a stop in the middle says nothing about the file: it is looked at again', async () => {
  const media = await stored(1, 'audio', 'audio/wav', wavOf(3 * 3600));
  const job = new AbortController();
  const looking = expect(withJobSignal(job.signal, () => inspectMedia(world.server.platform, media))).rejects.toBeInstanceOf(
    MediaInterrupted,
  );
  if (process.platform === 'linux') await expect.poll(async () => (await children()).count, patient).toBe(1);
  job.abort();
  await looking;
});

test.skipIf(!able)('a message with a film beyond the bounds is sent and shown like any other, and the work on it is over', async () => {
  const { number, phone, post } = await served(world);
  const bytes = await film('6144x6144');
  const { status, body } = await post(formOf({ body: 'veja' }, [{ name: 'filme.mp4', bytes, type: 'video/mp4' }]));
  expect(status).toBe(200);
  const message = messagesApi.send.reply.parse(body) as Message;
  await expect.poll(async () => (await phone(number)).at(-1), patient).toMatchObject({ mediaType: 'video', body: 'veja' });
  const file = await fetch(world.server.url + message.mediaUrl);
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  const states = () =>
    inScope(world.server.platform, { companyId: Number(message.mediaUrl?.split('/')[2]) }, async ({ tx }) => {
      const { rows } = await tx.execute(sql`select state, width, thumbnail_key from media where company_id = current_company()`);
      return rows;
    });
  await expect.poll(states, patient).toEqual([{ state: 'ready', width: 6144, thumbnail_key: null }]);
});
