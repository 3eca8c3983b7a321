/** Maximum number of frames per batch. */
export const batchSize = 100;

/**
 * Bisection for the frame that makes a batch fail. `suspects` of the oldest waiting frames hold one that fails; beyond those, batches grow
 * again from `size`.
 */
export type Bisection = { suspects: number; size: number };

/** Size of the next batch: half of the suspects. */
export const nextBatchSize = (search: Bisection | undefined): number =>
  search === undefined ? batchSize : search.suspects > 0 ? Math.max(1, Math.floor(search.suspects / 2)) : search.size;

/** After a successful batch. The search ends once batches have full size again, or nothing waits; more does where a batch was cut. */
export function afterSuccess(search: Bisection | undefined, taken: number, isCut = false): Bisection | undefined {
  if (search === undefined || (taken < nextBatchSize(search) && !isCut)) return undefined;
  if (search.suspects > 0) return { ...search, suspects: Math.max(0, search.suspects - taken) };
  const size = search.size * 4;
  return size >= batchSize ? undefined : { suspects: 0, size };
}

/** After a failed batch. A single frame is the culprit: batches after it grow slowly, since bad frames tend to come in groups. */
export const afterFailure = (failed: number): Bisection => (failed > 1 ? { suspects: failed, size: 1 } : { suspects: 0, size: 1 });

/** Delays in seconds before each retry of a failed frame; after the last it is quarantined. */
export const retryDelaysSeconds = [1, 5, 30, 120] as const;
