import { z } from 'zod';

const Details = z.array(z.object({ path: z.union([z.string(), z.array(z.union([z.string(), z.number()]))]), message: z.string() }));
const ErrorBody = z.looseObject({ error: z.string().optional().catch(undefined), details: Details.optional().catch(undefined) });

/** One field the server refused: where, and the key of its text. */
export type FieldRefusal = { path: string; message: string };

/** A refused or failed call. `status` 0 with `ERR_NETWORK` means that the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: FieldRefusal[];
  /** The reply as it came: an object, or the text of a reply that was not JSON. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const read = ErrorBody.safeParse(body);
    super(read.data?.error ?? `HTTP ${status}`);
    this.status = status;
    this.code = read.data?.error ?? '';
    this.details = (read.data?.details ?? []).map(({ path, message }) => ({
      path: typeof path === 'string' ? path : path.join('.'),
      message,
    }));
    this.body = body;
  }
}

export const networkError = () => new ApiError(0, { error: 'ERR_NETWORK' });

/** One extra field of a refusal, such as the due date of an expired subscription. */
export function bodyField(error: ApiError, field: string): string | undefined {
  const value = z.looseObject({}).safeParse(error.body).data?.[field];
  return typeof value === 'string' ? value : undefined;
}
