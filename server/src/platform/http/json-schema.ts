import { z } from 'zod';

/** What our contracts know beyond JSON Schema gets the prefix that OpenAPI keeps for such words. */
const extensionKeys: Record<string, string> = { refersTo: 'x-refers-to', list: 'x-list' };

export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...found } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      for (const [ours, prefixed] of Object.entries(extensionKeys)) {
        if (!(ours in jsonSchema)) continue;
        jsonSchema[prefixed] = jsonSchema[ours];
        delete jsonSchema[ours];
      }
    },
  });
  return found;
}
