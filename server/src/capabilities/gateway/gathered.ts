import type { Frame } from '../../channels/port.ts';

type Waiting = { frames: Frame[]; done: () => void; failed: (error: unknown) => void };

/** What comes while a write is under way is written together next: under load many frames share one commit. */
export function gathered(keep: (frames: Frame[]) => Promise<void>): (frames: Frame[]) => Promise<void> {
  let waiting: Waiting[] = [];
  let writing = false;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await keep(batch.flatMap(({ frames }) => frames));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = false;
  }

  return (frames) =>
    new Promise((done, failed) => {
      waiting.push({ frames, done, failed });
      if (writing) return;
      writing = true;
      void write();
    });
}
