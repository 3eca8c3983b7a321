import type { z } from 'zod';

/** What we were about to say is not what the contract promises: a fault of ours, told by place and kind, never with the data. */
export class BrokenContract extends Error {
  constructor(what: string, issues: readonly z.core.$ZodIssue[]) {
    const places = issues.slice(0, 10).map(({ path, code }) => `${path.join('.') || '(whole)'}: ${code}`);
    super(`${what} breaks its contract at ${places.join(', ')}`);
    this.name = 'BrokenContract';
  }
}

/** Lets only contracted fields out. Whoever called did nothing wrong when it fails, so it is not their validation error. */
export function outgoing<S extends z.ZodType>(schema: S, value: z.input<S>, what: string): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new BrokenContract(what, error.issues);
  return data;
}
