import type { Metadata, Sharp, SharpOptions } from 'sharp';

export type Picture = { width: number; height: number; thumbnail: Buffer | null };

export const thumbnailSide = 320;
/** A small file may decode into more pixels than fit into memory. */
const maxPixels = 50_000_000;
/** Limit for formats that are decoded as a whole instead of line by line. */
const maxDecodedBytes = 128 * 2 ** 20;
const maxSeconds = 60;
const loaders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'];

type OpenSharp = (bytes: Buffer, options: SharpOptions) => Sharp;
let opened: Promise<OpenSharp | undefined> | undefined;

/** Loads sharp on first use, limited to the formats we accept; without it pictures have no dimensions. */
function openSharp() {
  opened ??= import('sharp').then(
    ({ default: sharp }) => {
      sharp.cache(false);
      sharp.concurrency(1);
      sharp.block({ operation: ['VipsForeignLoad'] });
      sharp.unblock({ operation: loaders });
      return sharp;
    },
    () => undefined,
  );
  return opened;
}

/**
 * The displayed dimensions of a picture and its thumbnail. Unreadable pictures have no dimensions; oversized or broken ones no thumbnail.
 */
export async function inspectPicture(bytes: Buffer): Promise<Picture | undefined> {
  const sharp = await openSharp();
  if (!sharp) return undefined;
  try {
    // Dimensions come from the header: nothing is decoded.
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { autoOrient } = metadata;
    return {
      width: autoOrient.width,
      height: autoOrient.height,
      thumbnail: isTooLarge(metadata) ? null : await makeThumbnail(sharp, bytes),
    };
  } catch {
    return undefined;
  }
}

/** Memory needed by progressive and interlaced pictures. */
function isTooLarge({ width, height, format, channels, depth, isProgressive }: Metadata): boolean {
  const pixels = width * height;
  if (format !== 'gif' && format !== 'webp' && !isProgressive) return pixels > maxPixels;
  const bytesPerSample = format === 'jpeg' || depth === 'ushort' ? 2 : 1;
  return pixels * Math.max(channels, format === 'jpeg' ? 3 : 4) * bytesPerSample > maxDecodedBytes;
}

function makeThumbnail(sharp: OpenSharp, bytes: Buffer): Promise<Buffer | null> {
  return sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'warning', pages: 1 })
    .autoOrient()
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .timeout({ seconds: maxSeconds })
    .toBuffer()
    .catch(() => null);
}
