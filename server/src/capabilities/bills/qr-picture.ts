import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** Squares of so many pixels, so that a phone shows and reads it without a zoom. */
const pixels = 8;
const border = 4;

/** A QR code as a PNG, made here: what it holds is no other service's business. Nothing where it does not fit. */
export function qrPicture(text: string): Buffer | undefined {
  try {
    const { size, data } = encode(text, { ecc: 'M', border });
    return png(size * pixels, (x, y) => data[Math.floor(y / pixels)]?.[Math.floor(x / pixels)] === true);
  } catch {
    return undefined;
  }
}

/** Black and white, one bit for each pixel. */
function png(side: number, isDark: (x: number, y: number) => boolean): Buffer {
  const rowBytes = 1 + Math.ceil(side / 8);
  const rows = Buffer.alloc(rowBytes * side);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (!isDark(x, y)) {
        const place = y * rowBytes + 1 + (x >> 3);
        rows.writeUInt8(rows.readUInt8(place) | (0x80 >> (x & 7)), place);
      }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
