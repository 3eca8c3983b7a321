import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pngOf } from '../../../test/sample-files.ts';
import { inspectPicture } from './picture.ts';

test('a picture is measured as people see it, and its thumbnail is a WebP of at most 320 pixels', async () => {
  const turned = await sharp(await pngOf(800, 400))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const seen = await inspectPicture(turned);
  expect(seen).toMatchObject({ width: 400, height: 800 });
  expect(await sharp(seen!.thumbnail!).metadata()).toMatchObject({ format: 'webp', width: 160, height: 320 });
  const small = await inspectPicture(await pngOf(10, 20));
  expect(await sharp(small!.thumbnail!).metadata()).toMatchObject({ width: 10, height: 20 });
});

test('hostile and broken pictures only lose their thumbnail', async () => {
  // 144 million pixels in less than two mebibytes.
  const bomb = await pngOf(12_000, 12_000);
  expect(bomb.length).toBeLessThan(2 ** 21);
  expect(await inspectPicture(bomb)).toEqual({ width: 12_000, height: 12_000, thumbnail: null });
  // Within the number of pixels, but kinds that are only read whole.
  const wide = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#0a7a48' } });
  const greedy = [
    wide(5_800).png({ progressive: true, compressionLevel: 1 }),
    wide(5_800).gif({ effort: 1, colours: 2 }),
    wide(4_800).jpeg({ progressive: true }),
  ];
  for (const each of greedy) expect((await inspectPicture(await each.toBuffer()))?.thumbnail).toBeNull();
  const usual = await inspectPicture(
    await sharp(await pngOf(4000, 3000))
      .jpeg({ progressive: true })
      .toBuffer(),
  );
  expect(usual?.thumbnail).not.toBeNull();
  const whole = await pngOf(600, 600);
  expect((await inspectPicture(whole.subarray(0, whole.length / 2)))?.thumbnail).toBeNull();
  expect(await inspectPicture(Buffer.from('not a picture'))).toBeUndefined();
  expect(await inspectPicture(Buffer.alloc(0))).toBeUndefined();
  expect(await inspectPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'))).toBeUndefined();
});
