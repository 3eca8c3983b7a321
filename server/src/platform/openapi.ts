import { refusals } from '@prosa/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Route } from './http.ts';

type JsonSchema = Record<string, unknown>;

/** The API reference, made from the same contracts that serve the calls. */
export function serveDocs(app: FastifyInstance, routes: Route[]): void {
  // Made once: everybody may ask for it, and making it takes longer than most calls.
  let document: ReturnType<typeof openApi> | undefined;
  app.get('/docs/openapi.json', async () => (document ??= openApi(routes)));
  app.get('/docs', async (_request, reply) => reply.header('content-type', 'text/html; charset=utf-8').send(docsPage(routes)));
}

export function openApi(routes: Route[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Prosa', version: '1' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Refusal: { type: 'object', required: ['error'], properties: { error: { type: 'string', enum: Object.keys(refusals) } } } },
    },
  };
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => z.toJSONSchema(schema, { io, unrepresentable: 'any' });

function operation({ endpoint, policy }: Route) {
  const refused = { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } };
  return {
    summary: `${endpoint.method} ${endpoint.path}`,
    'x-policy': policy,
    ...(policy !== 'public' && { security: [{ bearer: [] }] }),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        content: { [endpoint.files ? 'multipart/form-data' : 'application/json']: { schema: schemaOf(endpoint.body, 'input') } },
      },
    }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } } },
      '4XX': refused,
    },
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined) {
  if (!schema) return [];
  const { properties, required } = z
    .object({ properties: z.record(z.string(), z.unknown()).default({}), required: z.array(z.string()).default([]) })
    .parse(schemaOf(schema, 'input'));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** Plain HTML, so that the strict content policy holds here too. */
function docsPage(routes: Route[]): string {
  const rows = routes
    .toSorted((a, b) => a.endpoint.path.localeCompare(b.endpoint.path))
    .map(
      ({ endpoint, policy }) =>
        `<tr><td><code>${endpoint.method}</code></td><td><code>${escaped(endpoint.path)}</code></td><td>${policy}</td><td><pre>${escaped(shape(endpoint.query))}${escaped(shape(endpoint.body))}</pre></td><td><details><summary>200</summary><pre>${escaped(shape(endpoint.reply))}</pre></details></td></tr>`,
    );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Prosa API</title></head><body><h1>Prosa API</h1>
<p>Bearer token from <code>POST /auth/login</code>. Errors are <code>{"error": CODE}</code>. Every POST takes an <code>Idempotency-Key</code>. The machine-readable document is <a href="/docs/openapi.json">/docs/openapi.json</a>.</p>
<table border="1" cellpadding="6"><thead><tr><th>Method</th><th>Path</th><th>Who</th><th>Input</th><th>Reply</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></body></html>`;
}

const shape = (schema: z.ZodType | undefined) => (schema ? JSON.stringify(schemaOf(schema, 'input'), undefined, 1) : '');
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
