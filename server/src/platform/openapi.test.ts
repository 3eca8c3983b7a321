import { expect, test } from 'vitest';
import { z } from 'zod';
import { openWorld } from '../../test/world.ts';

const world = await openWorld({ ROLES: 'web' });
const { routes } = world.server.http;

const Parameter = z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema: z.looseObject({}) });
const Operation = z.object({
  'x-policy': z.string(),
  security: z.array(z.object({ bearer: z.tuple([]) })).optional(),
  parameters: z.array(Parameter),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.looseObject({}) })) }).optional(),
  responses: z.looseObject({ 200: z.looseObject({}), '4XX': z.looseObject({}) }),
});
const Document = z.object({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.record(z.string(), Operation)) });

async function readDocument() {
  const { status, body } = await world.client().raw('GET', '/docs/openapi.json');
  expect(status).toBe(200);
  return Document.parse(body);
}

test('the document lists every call of the server, and no other', async () => {
  const { paths } = await readDocument();
  const listed = Object.entries(paths).flatMap(([path, calls]) => Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`));
  const mounted = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`);
  expect(mounted.length).toBeGreaterThan(30);
  expect(listed.toSorted((a, b) => a.localeCompare(b))).toEqual(mounted.toSorted((a, b) => a.localeCompare(b)));
  expect(new Set(mounted).size).toBe(mounted.length);
});

test('it says of every call who may make it, what it takes and where', async () => {
  const { paths } = await readDocument();
  for (const { endpoint, policy } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operation = paths[path]?.[endpoint.method.toLowerCase()];
    expect(operation?.['x-policy'], path).toBe(policy);
    expect(operation?.security !== undefined, path).toBe(policy !== 'public');
    const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(inPath, path).toEqual([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name));
    expect(Object.keys(operation?.requestBody?.content ?? {}), path).toEqual(
      endpoint.body ? [endpoint.files ? 'multipart/form-data' : 'application/json'] : [],
    );
  }
});

test('the page for people shows the same calls, to a browser too', async () => {
  const { status, body, headers } = await world.client().raw('GET', '/docs', { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/html');
  for (const { endpoint } of routes) expect(body).toContain(`<code>${endpoint.path}</code>`);
  expect(body).not.toMatch(/<script|style=/);
});
