import { useState } from 'react';

type Form<V> = { dirty: boolean; reset: (values: V) => void };
export type Stale = { isStale: boolean; adopt: () => void };

/**
 * What a form edits may be changed by somebody else meanwhile. Nothing typed is overwritten: the form offers to load the
 * change. A form nobody has touched simply follows.
 */
export function useStale<V>(form: Form<V>, edited: V | undefined, isSaving: boolean): Stale & { hear: (now: V) => void } {
  const [newer, setNewer] = useState<V>();
  const [base, setBase] = useState(edited);
  const adopt = (now: V) => {
    form.reset(now);
    setBase(now);
    setNewer(undefined);
  };
  return {
    isStale: newer !== undefined,
    adopt: () => newer !== undefined && adopt(newer),
    hear(now) {
      if (isSaving || isSame(base, now)) return;
      if (form.dirty) setNewer(now);
      else adopt(now);
    },
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
