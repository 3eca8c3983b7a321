import type { Metadata, Sharp, SharpOptions } from 'sharp';

export type Picture = { width: number; height: number; thumbnail: Buffer | null };

export const thumbnailSide = 320;
/** A small file may unfold into more pixels than there is memory. */
const mostPixels = 50_000_000;
/** Most kinds are read line by line; for the others all of the picture lies in our memory at once. */
const mostUnfolded = 128 * 2 ** 20;
const longestSeconds = 20;
const loaders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'];

type OpenSharp = (bytes: Buffer, options: SharpOptions) => Sharp;
let opened: Promise<OpenSharp | undefined> | undefined;

/** Loaded when the first picture comes, with no more loaders than there are kinds of pictures; without it pictures stay unmeasured. */
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

/** How large a picture is as people see it, and a small one of it. What can not be read has no measures; what is too large or broken, no thumbnail. */
export async function lookAtPicture(bytes: Buffer): Promise<Picture | undefined> {
  const sharp = await openSharp();
  if (!sharp) return undefined;
  try {
    // The measures stand in the header: nothing is unfolded for them.
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { autoOrient } = metadata;
    return { width: autoOrient.width, height: autoOrient.height, thumbnail: isTooLarge(metadata) ? null : await small(sharp, bytes) };
  } catch {
    return undefined;
  }
}

/** How much a picture takes that is drawn in several passes, or over itself. */
function isTooLarge({ width, height, format, channels, depth, isProgressive }: Metadata): boolean {
  const pixels = width * height;
  if (format !== 'gif' && format !== 'webp' && !isProgressive) return pixels > mostPixels;
  const bytesPerSample = format === 'jpeg' || depth === 'ushort' ? 2 : 1;
  return pixels * Math.max(channels, format === 'jpeg' ? 3 : 4) * bytesPerSample > mostUnfolded;
}

function small(sharp: OpenSharp, bytes: Buffer): Promise<Buffer | null> {
  return sharp(bytes, { limitInputPixels: mostPixels, sequentialRead: true, failOn: 'warning', pages: 1 })
    .autoOrient()
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .timeout({ seconds: longestSeconds })
    .toBuffer()
    .catch(() => null);
}
