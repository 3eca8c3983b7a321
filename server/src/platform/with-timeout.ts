/** The result of the work, or a refusal after the timeout. The work itself continues. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, refusal: string): Promise<T> {
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
