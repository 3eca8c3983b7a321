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

/** The same without definitions of its own: those of schemas that contain themselves are put among the document's. */
export function withoutDefinitions(value: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutDefinitions(each, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const { $defs: own = {}, ...rest } = Object.fromEntries(Object.entries(value));
  for (const [name, schema] of Object.entries(Object(own))) definitions[name] = withoutDefinitions(schema, definitions);
  return Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string'
        ? each.replace('#/$defs/', '#/components/schemas/')
        : withoutDefinitions(each, definitions),
    ]),
  );
}
