/** One live connection over which wake-ups come and go. */
export type Line = {
  send(payloads: string[]): Promise<void>;
  /** Rejects when the other end no longer answers. */
  check(): Promise<void>;
  /** Never rejects, and ends soon even when the other end is silent. */
  drop(): Promise<void>;
};
export type Ear = { heard: (payload: string) => void; lost: (error: Error) => void };
export type Dial = (ear: Ear) => Promise<Line>;

export type KeptLine = { isUp(): boolean; send(payloads: string[]): Promise<boolean>; close(): Promise<void> };
type Keeping = {
  dial: Dial;
  heard: (payload: string) => void;
  up: () => void;
  /** Told once per outage, not once per attempt. */
  fault: (error: unknown) => void;
  heartbeatMilliseconds?: number | undefined;
};

const firstPause = 50;
const longestPause = 5_000;
export const patience = 5_000;

/** Keeps a line open for good: dials again after every loss, with growing pauses, and notices an end that went silent. */
export async function keepLine({ dial, heard, up, fault, heartbeatMilliseconds = 10_000 }: Keeping): Promise<KeptLine> {
  let line: Line | undefined;
  let attempts = 0;
  let redial: NodeJS.Timeout | undefined;
  let closed = false;

  const lose = (lost: Line, error: unknown) => {
    if (line !== lost) return;
    line = undefined;
    void lost.drop();
    tryLater(error);
  };
  const tryLater = (error: unknown) => {
    if (closed) return;
    if (attempts === 0) fault(error);
    redial = setTimeout(() => void connect(), pauseAfter(attempts));
    redial.unref();
    attempts += 1;
  };
  const connect = async () => {
    try {
      const dialled = await dialOnce(dial, heard, lose);
      if (closed) return void dialled.drop();
      line = dialled;
    } catch (error) {
      return tryLater(error);
    }
    attempts = 0;
    up();
  };

  await connect();
  const heartbeat = setInterval(() => {
    const checked = line;
    checked?.check().catch((error: unknown) => lose(checked, error));
  }, heartbeatMilliseconds);
  heartbeat.unref();

  return {
    isUp: () => line !== undefined,
    async send(payloads) {
      const used = line;
      if (used === undefined) return false;
      try {
        await used.send(payloads);
        return true;
      } catch (error) {
        lose(used, error);
        return false;
      }
    },
    async close() {
      closed = true;
      clearInterval(heartbeat);
      clearTimeout(redial);
      const last = line;
      line = undefined;
      await last?.drop();
    },
  };
}

/** Spread out, so that all nodes do not return to a restarted server in the same instant. */
function pauseAfter(attempts: number): number {
  return Math.min(longestPause, firstPause * 2 ** attempts) * (0.5 + Math.random() / 2);
}

/** A line that breaks in the moment it is made counts as not made. */
async function dialOnce(dial: Dial, heard: (payload: string) => void, lose: (line: Line, error: Error) => void): Promise<Line> {
  let brokenBy: Error | undefined;
  let made: Line | undefined;
  made = await dial({
    heard,
    lost(error) {
      brokenBy ??= error;
      if (made !== undefined) lose(made, error);
    },
  });
  if (brokenBy === undefined) return made;
  void made.drop();
  throw brokenBy;
}
