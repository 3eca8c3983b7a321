/** One live connection over which wake-ups come and go. */
export type Line = {
  send(payloads: string[]): Promise<void>;
  /** Rejects when the other end no longer answers. */
  check(): Promise<void>;
  /** Never rejects, and ends soon even when the other end is silent. */
  drop(): Promise<void>;
};
export type LineListener = { onMessage: (payload: string) => void; lost: (error: Error) => void };
export type ConnectLine = (ear: LineListener) => Promise<Line>;

export type OpenLine = { isUp(): boolean; send(payloads: string[]): Promise<boolean>; close(): Promise<void> };
type LineOptions = {
  dial: ConnectLine;
  heard: (payload: string) => void;
  up: () => void;
  /** Called once per outage, not once per attempt. */
  fault: (error: unknown) => void;
  heartbeatMilliseconds?: number | undefined;
};

const firstPause = 50;
const maxPause = 5_000;
export const answerTimeout = 5_000;

/** Keeps a connection open: reconnects with backoff and detects a silent peer. */
export async function openLine({ dial, heard, up, fault, heartbeatMilliseconds = 10_000 }: LineOptions): Promise<OpenLine> {
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
    redial = setTimeout(() => void connect(), pauseAfter(attempts)).unref();
    attempts += 1;
  };
  const connect = async () => {
    try {
      const dialled = await connectOnce(dial, heard, lose);
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
  }, heartbeatMilliseconds).unref();

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

/** With jitter, so that nodes do not reconnect to a restarted server at the same time. */
function pauseAfter(attempts: number): number {
  return Math.min(maxPause, firstPause * 2 ** attempts) * (0.5 + Math.random() / 2);
}

/** A connection that breaks while being established counts as failed. */
async function connectOnce(dial: ConnectLine, heard: (payload: string) => void, lose: (line: Line, error: Error) => void): Promise<Line> {
  let brokenBy: Error | undefined;
  let made: Line | undefined;
  made = await dial({
    onMessage: heard,
    lost(error) {
      brokenBy ??= error;
      if (made !== undefined) lose(made, error);
    },
  });
  if (brokenBy === undefined) return made;
  void made.drop();
  throw brokenBy;
}
