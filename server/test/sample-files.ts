import sharp from 'sharp';

/** A plain picture of this size. */
export const pngOf = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0a7a48' } })
    .png()
    .toBuffer();

/** Frames of silence at 128 kbit/s and 44.1 kHz, each 417 bytes and 1152 samples long. */
export function mp3Of(frames: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** The outside of a voice note: its first page, and a last one that says how long it was. */
export function oggOpusOf(seconds: number): Buffer {
  const preSkip = 312;
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head.set([1, 1], 8);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(16_000, 12);
  return Buffer.concat([oggPage(2, 0n, head), oggPage(4, BigInt(Math.round(seconds * 48_000) + preSkip), Buffer.alloc(200))]);
}

function oggPage(flags: number, granule: bigint, body: Buffer): Buffer {
  const page = Buffer.alloc(28);
  page.write('OggS');
  page[5] = flags;
  page.writeBigInt64LE(granule, 6);
  page[26] = 1;
  page[27] = body.length;
  return Buffer.concat([page, body]);
}
