import { createStore } from './store.ts';

export type Tone = 'success' | 'info' | 'warning' | 'danger';
export type NoticeAction = {
  label: string;
  onAction: () => void;
  /** Takes back what the notice tells of, so the undo key may do it as well. */
  undoes?: boolean;
};
export type Notice = {
  id: number;
  tone: Tone;
  text: string;
  at: Date;
  milliseconds: number;
  action?: NoticeAction | undefined;
  repeats: number;
};

/** The specification's durations: the core area shows a toast for 2 s, the commercial area for 3 s. */
export const noticeTimes = { core: 2000, commercial: 3000, withAction: 6000 } as const;
/** Of the page that is shown. */
let area: 'core' | 'commercial' = 'core';
export const setNoticeArea = (shown: typeof area): void => {
  area = shown;
};
const maxShown = 3;
const maxRemembered = 50;
/** Stands before `noticeHistory`, which is read as soon as this module is loaded. */
const historyKey = 'noticeHistory';

export const shownNotices = createStore<readonly Notice[]>([]);
/** Newest first, so that nothing said is only ever on screen for two seconds. */
export const noticeHistory = createStore<readonly Notice[]>(readHistory());
let lastId = Math.max(0, ...noticeHistory.get().map(({ id }) => id));

/** What was said before a reload, as far as this tab kept it; what could be done then can not be done any more. */
function readHistory(): Notice[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(historyKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isNotice).map((notice) => ({ ...notice, at: new Date(notice.at), action: undefined })) : [];
  } catch {
    return [];
  }
}

function isNotice(kept: unknown): kept is Omit<Notice, 'at'> & { at: string } {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'text' in kept &&
    'tone' in kept &&
    'at' in kept &&
    'id' in kept &&
    typeof kept.at === 'string'
  );
}

noticeHistory.subscribe(() => {
  try {
    sessionStorage.setItem(historyKey, JSON.stringify(noticeHistory.get()));
  } catch {
    // What could not be kept lasts until the page is closed.
  }
});

/** Notices tell of customers and colleagues. Those on the screen stay until they disappear by themselves. */
export const forgetNotices = (): void => noticeHistory.set([]);

export type NoticeOptions = { milliseconds?: number; action?: NoticeAction };

/** Shows a notice. The same text again extends the existing notice. */
export function notify(tone: Tone, text: string, { milliseconds, action }: NoticeOptions = {}): number {
  const shown = shownNotices.get();
  const same = shown.find((notice) => notice.tone === tone && notice.text === text && !action);
  if (same) {
    shownNotices.set(shown.map((notice) => (notice === same ? { ...same, repeats: same.repeats + 1 } : notice)));
    return same.id;
  }
  lastId += 1;
  const notice = {
    id: lastId,
    tone,
    text,
    at: new Date(),
    milliseconds: milliseconds ?? (action ? noticeTimes.withAction : noticeTimes[area]),
    action,
    repeats: 0,
  };
  shownNotices.set([...shown, notice].slice(-maxShown));
  noticeHistory.set([notice, ...noticeHistory.get()].slice(0, maxRemembered));
  return notice.id;
}

/** Updates a notice, for progress. A dismissed one stays hidden. */
export function rewordNotice(id: number, tone: Tone, text: string, milliseconds: number = noticeTimes.core): void {
  const reword = (all: readonly Notice[]) =>
    all.map((notice) => (notice.id === id ? { ...notice, tone, text, milliseconds, repeats: notice.repeats + 1 } : notice));
  shownNotices.set(reword(shownNotices.get()));
  noticeHistory.set(reword(noticeHistory.get()));
}

export function dismissNotice(id: number): void {
  shownNotices.set(shownNotices.get().filter((notice) => notice.id !== id));
}
