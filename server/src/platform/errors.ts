import { type ErrorCode, refusals } from '@prosa/contracts/errors';

/** An expected "no": shown to the user by code, never logged as a fault. */
export class Refusal extends Error {
  readonly status: number;
  constructor(
    readonly code: ErrorCode,
    /** Extra fields of the reply. */
    readonly extra: Record<string, unknown> = {},
  ) {
    super(code);
    this.status = refusals[code];
  }
}

export function refuse(code: ErrorCode, extra?: Record<string, unknown>): never {
  throw new Refusal(code, extra);
}
