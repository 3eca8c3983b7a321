import type { z } from 'zod';

/** A reply that breaks its contract: our own error, reported with path and kind but without the data. */
export class BrokenContract extends Error {
  constructor(what: string, issues: readonly z.core.$ZodIssue[]) {
    const places = issues.slice(0, 10).map(({ path, code }) => `${path.join('.') || '(whole)'}: ${code}`);
    super(`${what} breaks its contract at ${places.join(', ')}`);
    this.name = 'BrokenContract';
  }
}

/** Strips a reply to its contracted fields. A failure is our error, not a validation error of the caller. */
export function outgoing<S extends z.ZodType>(schema: S, value: z.input<S>, what: string): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new BrokenContract(what, error.issues);
  return data;
}
