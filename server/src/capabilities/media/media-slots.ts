import { jobSignal } from '../../platform/jobs/job-signal.ts';

/** The job is interrupted because the server stops: it will be retried later. */
export class MediaInterrupted extends Error {
  constructor() {
    super('media work was interrupted by a stop');
  }
}

type Waiting = { urgent: boolean; begin: () => void; giveUp: (error: Error) => void };
type Options = {
  /** Concurrent tasks in this process. */
  size: number;
  /** Concurrent tasks of one company. */
  maxPerCompany: number;
  /** Additional slots for tasks that a user is waiting for. */
  reserve: number;
};
type SlotRequest = { urgent?: boolean; waitSeconds?: number };

/**
 * A bound on what runs at once, shared fairly: the next free place goes to the company with the fewest running and, among those,
 * to the one that was served longest ago. However much one company has waiting, others wait for one work of it, not for all.
 */
export class MediaSlots {
  readonly #options: Options;
  /** Companies with waiting tasks, least recently served first. */
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #running = new Map<number, number>();
  #busy = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  async run<T>(companyId: number, work: () => Promise<T>, turn: SlotRequest = {}): Promise<T> {
    await this.#place(companyId, turn);
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      const left = (this.#running.get(companyId) ?? 1) - 1;
      if (left > 0) this.#running.set(companyId, left);
      else this.#running.delete(companyId);
      this.#next();
    }
  }

  #place(companyId: number, { urgent = false, waitSeconds }: SlotRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const signal = jobSignal();
      let timer: NodeJS.Timeout | undefined;
      const over = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', interrupt);
      };
      const waiting: Waiting = {
        urgent,
        begin: () => {
          over();
          resolve();
        },
        giveUp: (error) => {
          over();
          reject(error);
        },
      };
      const interrupt = () => this.#leave(companyId, waiting, new MediaInterrupted());
      signal?.addEventListener('abort', interrupt, { once: true });
      const late = () => this.#leave(companyId, waiting, new Error('no place for media work became free in time'));
      if (waitSeconds !== undefined) timer = setTimeout(late, waitSeconds * 1000);
      this.#waiting.set(companyId, [...(this.#waiting.get(companyId) ?? []), waiting]);
      this.#next();
    });
  }

  #leave(companyId: number, waiting: Waiting, error: Error): void {
    const others = (this.#waiting.get(companyId) ?? []).filter((each) => each !== waiting);
    if (others.length > 0) this.#waiting.set(companyId, others);
    else this.#waiting.delete(companyId);
    waiting.giveUp(error);
  }

  #next(): void {
    while (this.#begin((each) => each.urgent, this.#options.reserve) || this.#begin(() => true, 0));
  }

  #begin(isNext: (each: Waiting) => boolean, reserve: number): boolean {
    if (this.#busy >= this.#options.size + reserve) return false;
    const companyId = this.#companyInTurn(isNext, reserve);
    if (companyId === undefined) return false;
    const line = this.#waiting.get(companyId) ?? [];
    const [chosen] = line.splice(line.findIndex(isNext), 1);
    this.#waiting.delete(companyId);
    if (line.length > 0) this.#waiting.set(companyId, line);
    this.#busy += 1;
    this.#running.set(companyId, (this.#running.get(companyId) ?? 0) + 1);
    chosen?.begin();
    return true;
  }

  #companyInTurn(isNext: (each: Waiting) => boolean, reserve: number): number | undefined {
    let best: { companyId: number; running: number } | undefined;
    for (const [companyId, line] of this.#waiting) {
      const running = this.#running.get(companyId) ?? 0;
      if (running >= this.#options.maxPerCompany + reserve || !line.some(isNext)) continue;
      if (!best || running < best.running) best = { companyId, running };
    }
    return best?.companyId;
  }
}

/** Work with ffmpeg. A company that sends films and sounds without end leaves one of the two places to the others. */
export const videoSlots = new MediaSlots({ size: 2, maxPerCompany: 1, reserve: 1 });
/** Pictures are measured inside this process, each within a bound of memory; they do not wait for films. */
export const pictureSlots = new MediaSlots({ size: 2, maxPerCompany: 1, reserve: 0 });
