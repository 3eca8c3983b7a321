import type { Sharp, SharpOptions } from 'sharp';

export type Picture = { width: number; height: number; thumbnail: Buffer | null };

export const thumbnailSide = 320;
/** A small file may unfold into more pixels than there is memory. */
const mostPixels = 50_000_000;
const longestSeconds = 20;
const loaders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'];

let opened: Promise<((bytes: Buffer, options: SharpOptions) => Sharp) | undefined> | undefined;

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
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const thumbnail = await sharp(bytes, { limitInputPixels: mostPixels, sequentialRead: true })
      .autoOrient()
      .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .timeout({ seconds: longestSeconds })
      .toBuffer()
      .catch(() => null);
    return { width: autoOrient.width, height: autoOrient.height, thumbnail };
  } catch {
    return undefined;
  }
}
