import type { z } from 'zod';

/** Something that hears events of one name by a schema. */
export type Reading = {
  schema: z.ZodType;
  /** False when the event is not what the schema says. */
  tell: (data: unknown) => boolean;
};

/** Those who hear the same events by the same schema: an event is parsed once for all of them, however many rows listen. */
export class Listeners<S extends z.ZodType> implements Reading {
  private readonly all = new Set<(message: z.output<S>) => void>();

  constructor(readonly schema: S) {}

  add(listener: (message: z.output<S>) => void): () => void {
    this.all.add(listener);
    return () => void this.all.delete(listener);
  }

  tell(data: unknown): boolean {
    if (this.all.size === 0) return true;
    const message = read<S>(this.schema, data);
    if (!message.success) return false;
    for (const listener of [...this.all]) listener(message.data);
    return true;
  }
}

export function isReadBy<S extends z.ZodType>(reading: Reading, schema: S): reading is Listeners<S> {
  return reading.schema === schema;
}

function read<S extends z.ZodType>(schema: S, data: unknown): z.ZodSafeParseResult<z.output<S>> {
  return schema.safeParse(data);
}
