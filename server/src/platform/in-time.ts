/** What the work answers; or, when that takes longer, the refusal to wait. The work itself goes on. */
export async function inTime<T>(work: Promise<T>, milliseconds: number, refusal: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(refusal)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
