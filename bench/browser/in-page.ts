/** These run in the page: each is sent there by itself and may use nothing from here. */

/** A press of the button, or of a key that is to bring these words. */
export type Press = ['click'] | ['keydown', string];
type Seen = { frames: number; milliseconds: number };
declare global {
  var watchedFor: Promise<Seen> | undefined;
  /** Of Event Timing; the types of TypeScript do not have it yet. */
  interface PerformanceObserverInit {
    durationThreshold?: number;
  }
}

/**
 * From the next press of the button or key on: in which frame another conversation than now, or these words, are there, and until
 * they are painted.
 */
export function watch([press, words]: Press): void {
  // The next conversation may be there as well, out of sight.
  const opened = '[data-open] [role=log]';
  const before = document.querySelector(opened);
  const isThere = () => {
    const log = document.querySelector(opened);
    if (words === undefined) return log !== null && log !== before && log.querySelector('article') !== null;
    return [...document.querySelectorAll('[role=log] article')].some((each) => each.textContent?.includes(words));
  };
  globalThis.watchedFor = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('nothing came of it')), 10_000);
    const begin = ({ timeStamp }: Event) => {
      let frames = 0;
      const look = () => {
        frames += 1;
        if (!isThere()) {
          requestAnimationFrame(look);
          return;
        }
        // The first task after the frame is painted, whatever else waits.
        void scheduler.postTask(() => resolve({ frames, milliseconds: performance.now() - timeStamp }), { priority: 'user-blocking' });
      };
      requestAnimationFrame(look);
    };
    addEventListener(press, begin, { capture: true, once: true });
  });
}

export function watched(): Promise<Seen> {
  return globalThis.watchedFor ?? Promise.reject(new Error('nobody watches'));
}

/** Goes to the top, lets earlier messages come, and says how far the message moved that one was looking at. */
export async function olderLoaded(): Promise<number> {
  const scroller = document.querySelector('[data-open] [role=log]');
  if (!scroller) throw new Error('no conversation is open');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const { top } = scroller.getBoundingClientRect();
  const height = scroller.scrollHeight;
  scroller.scrollTop = 40;
  await frame();
  await frame();
  const seen = [...scroller.querySelectorAll('article')].find((each) => each.getBoundingClientRect().top >= top + 60);
  if (!seen) throw new Error('no message is in view');
  const from = seen.getBoundingClientRect().top;
  let drift = 0;
  let after = 0;
  for (let frames = 0; after < 20; frames += 1) {
    if (frames > 600) throw new Error('no earlier messages came');
    await frame();
    if (scroller.scrollHeight > height + 200) after += 1;
    if (!seen.isConnected) throw new Error('the message one was looking at has gone');
    drift = Math.max(drift, Math.abs(seen.getBoundingClientRect().top - from));
  }
  return drift;
}

/** How long each task took that kept the page busy for more than 50 ms. */
export async function tasksDuring(milliseconds: number): Promise<number[]> {
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  for (const { duration } of observer.takeRecords()) tasks.push(duration);
  observer.disconnect();
  return tasks;
}

/** How long the page took to answer each press, as the browser counts it (INP): to the next frame, in steps of 8 ms and from 16 ms on. */
export async function interactionsDuring(milliseconds: number): Promise<number[]> {
  const longest = new Map<number, number>();
  const note = (entries: PerformanceEntry[]) => {
    for (const entry of entries)
      if (entry instanceof PerformanceEventTiming && entry.interactionId)
        longest.set(entry.interactionId, Math.max(entry.duration, longest.get(entry.interactionId) ?? 0));
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'event', durationThreshold: 16 });
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  note(observer.takeRecords());
  observer.disconnect();
  return [...longest.values()];
}

/** From the step to the board, which was left for another page, to the frame that shows its cards. */
export async function boardOpened(): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const goTo = (path: string) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  };
  goTo('/contacts');
  while (document.querySelector('[data-card]')) await frame();
  await new Promise((resolve) => setTimeout(resolve, 700));
  const begin = performance.now();
  goTo('/kanban');
  while (!document.querySelector('[data-card]')) await frame();
  return new Promise((resolve) => {
    void scheduler.postTask(() => resolve(performance.now() - begin), { priority: 'user-blocking' });
  });
}
