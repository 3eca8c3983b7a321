import { createStore, useStore } from '../../../platform/browser/store.ts';
import { limitOf, mediaTypeOf } from '../media/media.ts';
import type { Attached } from '../messages/outbox.ts';

/** A file that waits beside the words to be sent with them. */
export type Pending = Attached & { id: string };

/** By ticket, outside any screen: going to another conversation and back loses none. */
const trays = createStore<ReadonlyMap<number, readonly Pending[]>>(new Map());
const none: readonly Pending[] = [];
export const mostFiles = 10;

export type Tray = ReturnType<typeof useTray>;

export function useTray(ticketId: number) {
  const pending = useStore(trays).get(ticketId) ?? none;
  const set = (next: readonly Pending[]) => trays.set(new Map(trays.get()).set(ticketId, next));
  return {
    pending,
    /** Takes what fits; gives back what is too large or one too many. */
    async add(files: readonly File[]): Promise<File[]> {
      const { taken, refused } = sift(files, (trays.get().get(ticketId) ?? none).length);
      const added = await Promise.all(taken.map((file) => attach(file)));
      set([...(trays.get().get(ticketId) ?? none), ...added]);
      return refused;
    },
    remove(id: string) {
      const gone = pending.find((file) => file.id === id);
      if (gone) URL.revokeObjectURL(gone.url);
      set(pending.filter((file) => file.id !== id));
    },
    /** Handed on to be sent: their addresses stay good until they have arrived. */
    take(): readonly Pending[] {
      set(none);
      return pending;
    },
  };
}

export function sift(files: readonly File[], held: number): { taken: File[]; refused: File[] } {
  const fits = (file: File) => file.size > 0 && file.size <= limitOf(file.type);
  const fitting = files.filter(fits);
  const taken = fitting.slice(0, Math.max(0, mostFiles - held));
  return { taken, refused: files.filter((file) => !taken.includes(file)) };
}

/** Everything a bubble needs to show a file before the server has it. */
export async function attach(file: File, { voice = false, seconds }: { voice?: boolean; seconds?: number } = {}): Promise<Pending> {
  const mediaType = mediaTypeOf(file.type);
  const size = mediaType === 'image' ? await measure(file) : {};
  const data = { ...size, size: file.size, fileName: file.name, mimetype: file.type, ...(seconds !== undefined && { seconds }) };
  return { id: crypto.randomUUID(), file, url: URL.createObjectURL(file), mediaType, voice, data };
}

async function measure(file: File): Promise<{ width?: number; height?: number }> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    // Not a picture this browser can read; it is sent all the same.
    return {};
  }
}
