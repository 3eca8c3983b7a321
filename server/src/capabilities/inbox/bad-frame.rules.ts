/** The most frames that are turned into conversations at once. */
export const batchSize = 100;

/**
 * Looking for the frame that makes a batch fail. `suspects` of the oldest waiting frames hold one that fails; beyond those, batches
 * grow again from `size`.
 */
export type Search = { suspects: number; size: number };

/** How many frames to take next: half of those among which the bad one is, so that the good half is through either way. */
export const nextSize = (search: Search | undefined): number =>
  search === undefined ? batchSize : search.suspects > 0 ? Math.max(1, Math.floor(search.suspects / 2)) : search.size;

/** So many frames went through. Nothing is left to look for once batches are whole again. */
export function afterSuccess(search: Search | undefined, taken: number): Search | undefined {
  if (search === undefined || taken < nextSize(search)) return undefined;
  if (search.suspects > 0) return { ...search, suspects: Math.max(0, search.suspects - taken) };
  const size = search.size * 4;
  return size >= batchSize ? undefined : { suspects: 0, size };
}

/** So many frames failed. One alone is found: after it the others are tried carefully, since bad ones seldom come alone. */
export const afterFailure = (failed: number): Search => (failed > 1 ? { suspects: failed, size: 1 } : { suspects: 0, size: 1 });

/** Seconds until a frame that failed is tried again; after the last it is set aside. */
export const retryPauses = [1, 5, 30, 120] as const;
