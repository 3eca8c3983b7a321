type Rest = { times: number; until: number };

const maxPairSeconds = 256;
const maxNumberSeconds = 60;
const maxKept = 10_000;

/**
 * Who has to wait because Meta said so: one customer, whom others do not wait for, or the whole number. Each time it is said again the
 * wait grows; when something gets through it begins anew.
 */
export function openPace(now: () => number = () => performance.now(), random: () => number = Math.random) {
  const pairs = new Map<string, Rest>();
  let number: Rest = { times: 0, until: 0 };
  return {
    mayGo: (chat: string) => now() >= number.until && now() >= (pairs.get(chat)?.until ?? 0),
    /** 4, 16, 64 … seconds, as Meta asks. */
    pairLimited(chat: string): void {
      if (pairs.size >= maxKept) pairs.clear();
      const times = (pairs.get(chat)?.times ?? 0) + 1;
      pairs.set(chat, { times, until: now() + Math.min(maxPairSeconds, 4 ** times) * 1000 });
    },
    /** 1, 2, 4 … seconds, and some more, so that nodes and connections do not come back together. */
    numberLimited(): void {
      const times = number.times + 1;
      number = { times, until: now() + Math.min(maxNumberSeconds, 2 ** (times - 1)) * 1000 * (1 + random() / 2) };
    },
    wentWell(chat: string): void {
      pairs.delete(chat);
      number = { times: 0, until: 0 };
    },
  };
}
export type Pace = ReturnType<typeof openPace>;
