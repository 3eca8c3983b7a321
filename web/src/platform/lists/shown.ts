import { startTransition, useEffect, useState } from 'react';

/**
 * False in the frame in which something is first shown and before, while it is made ready out of sight; then true. What nobody
 * looks at first can wait for it, so that the first frame comes sooner.
 */
export function useShown(): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => startTransition(() => setShown(true)), []);
  return isShown;
}
