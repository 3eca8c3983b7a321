import { createStore, useStore } from '../../../platform/browser/store.ts';
import { limitOf, mediaTypeOf } from '../media/media.ts';
import type { Attached } from '../messages/outbox.ts';

/** A file attached to the unsent text. */
export type Pending = Attached & { id: string };

/** By ticket and outside components, so that switching conversations loses no files. */
const trays = createStore<ReadonlyMap<number, readonly Pending[]>>(new Map());
const none: readonly Pending[] = [];
export const maxFiles = 10;

export type Tray = ReturnType<typeof useTray>;

export function useTray(ticketId: number) {
  const pending = useStore(trays).get(ticketId) ?? none;
  const set = (next: readonly Pending[]) => trays.set(new Map(trays.get()).set(ticketId, next));
  return {
    pending,
    /** Splits files into accepted ones, too large ones and those beyond the maximum number. */
    async add(files: readonly File[]): Promise<File[]> {
      const { taken, refused } = acceptFiles(files, (trays.get().get(ticketId) ?? none).length);
      const added = await Promise.all(taken.map((file) => toAttachment(file)));
      set([...(trays.get().get(ticketId) ?? none), ...added]);
      return refused;
    },
    remove(id: string) {
      const gone = pending.find((file) => file.id === id);
      if (gone) URL.revokeObjectURL(gone.url);
      set(pending.filter((file) => file.id !== id));
    },
    /** To another place among the others; they are sent in the order they stand in. */
    move(id: string, to: number) {
      set(moved(pending, id, to));
    },
    /** Handed on to be sent: their addresses stay good until they have arrived. */
    take(): readonly Pending[] {
      set(none);
      return pending;
    },
  };
}

export function moved<T extends { id: string }>(files: readonly T[], id: string, to: number): readonly T[] {
  const file = files.find((each) => each.id === id);
  return file ? files.filter((each) => each !== file).toSpliced(to, 0, file) : files;
}

export function acceptFiles(files: readonly File[], held: number): { taken: File[]; refused: File[] } {
  const fits = (file: File) => file.size > 0 && file.size <= limitOf(file.type);
  const fitting = files.filter(fits);
  const taken = fitting.slice(0, Math.max(0, maxFiles - held));
  return { taken, refused: files.filter((file) => !taken.includes(file)) };
}

/** Everything a bubble needs to show a file before the server has it. */
export async function toAttachment(file: File, { voice = false, seconds }: { voice?: boolean; seconds?: number } = {}): Promise<Pending> {
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
