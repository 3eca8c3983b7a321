import { useEffect, useEffectEvent, useRef } from 'react';

/** A reply takes a moment, and what is heard meanwhile may be newer than it: whoever loads gets it told, to apply it once more. */
export function useHeard<E>() {
  const log = useRef<{ running: number; events: E[] }>({ running: 0, events: [] });
  return {
    note(event: E): void {
      if (log.current.running > 0) log.current.events.push(event);
    },
    async during<T>(work: () => Promise<T>): Promise<{ answer: T; missed: E[] }> {
      const state = log.current;
      const since = state.events.length;
      state.running += 1;
      try {
        const answer = await work();
        return { answer, missed: state.events.slice(since) };
      } finally {
        state.running -= 1;
        if (state.running === 0) state.events = [];
      }
    },
  };
}

/** Doubts about what is not loaded gather for a while and are settled by one look. */
export function useLookAgain(inDoubt: boolean, look: () => void, after = 5000): void {
  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    if (!inDoubt) return undefined;
    const timer = setTimeout(() => lookAgain(), after);
    return () => clearTimeout(timer);
  }, [inDoubt, after]);
}
