import type { GalleryItem } from '../../../ui/overlays/Lightbox.tsx';
import type { ThreadItem } from '../messages/thread.ts';
import { fileName } from './media.ts';

/** Every picture and video of what is loaded, in order. */
export function galleryOf(items: readonly ThreadItem[]): GalleryItem[] {
  return items.flatMap((item) => {
    if (item.kind !== 'bubble' || item.shown.isDeleted) return [];
    const { mediaType, mediaUrl, body, data } = item.shown;
    if (mediaUrl === null || (mediaType !== 'image' && mediaType !== 'video')) return [];
    const name = fileName(mediaUrl, body, data?.fileName);
    return [{ key: item.key, url: mediaUrl, kind: mediaType, name, caption: body === name ? '' : body.slice(0, 1_000) }];
  });
}
