import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Endpoint } from '@prosa/contracts/kit';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openWorld } from '../../../test/world.ts';
import { pathNames } from './openapi.ts';

const world = await openWorld({ ROLES: 'web' });
const { routes } = world.server.http;
const linter = fileURLToPath(new URL('../../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

const namesOf = pathNames(routes);
function documentedPath(endpoint: Endpoint): string {
  const names = namesOf(endpoint);
  return endpoint.path.replace(/:(\w+)/g, () => `{${names.shift()}}`);
}

/** `/tickets/u/{uuid}` beside `/tickets/{id}/history` is the specification's; health answers nobody with 4xx. */
const leftOut = ['no-ambiguous-paths', 'operation-4xx-response'].map((rule) => `--skip-rule=${rule}`);

const Parameter = z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean(), schema: z.looseObject({}) });
const Operation = z.object({
  'x-policy': z.string(),
  security: z.array(z.union(['bearer', 'billing', 'connection'].map((scheme) => z.strictObject({ [scheme]: z.tuple([]) })))),
  parameters: z.array(Parameter),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.looseObject({}) })) }).optional(),
  responses: z.looseObject({ 200: z.looseObject({}) }),
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
  const mounted = routes.map(({ endpoint }) => `${endpoint.method} ${documentedPath(endpoint)}`);
  mounted.push(...['/health/live', '/health/ready', '/metrics'].map((path) => `GET ${path}`));
  expect(mounted.length).toBeGreaterThan(30);
  expect(listed.toSorted((a, b) => a.localeCompare(b))).toEqual(mounted.toSorted((a, b) => a.localeCompare(b)));
  expect(new Set(mounted).size).toBe(mounted.length);
});

type Given = { type?: unknown; maxItems?: unknown; items?: unknown };
const isEndless = ({ type, maxItems, items }: Given) =>
  type === 'array' && typeof maxItems !== 'number' && Object.keys(Object(items)).length > 0;
const endlessIn = (schema: unknown, at: string): string[] =>
  typeof schema !== 'object' || schema === null
    ? []
    : [...(isEndless(schema) ? [at] : []), ...Object.entries(schema).flatMap(([key, inner]) => endlessIn(inner, `${at}.${key}`))];

test('every list that a call takes has an end, unless nothing in it is looked at', async () => {
  const { paths } = await readDocument();
  const bodies = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, { requestBody }]) => [`${method} ${path}`, requestBody?.content] as const),
  );
  expect(bodies.flatMap(([call, content]) => endlessIn(content, call))).toEqual([]);
});

test('it says of every call who may make it, what it takes and where', async () => {
  const { paths } = await readDocument();
  for (const { endpoint, policy, openTo } of routes) {
    const path = documentedPath(endpoint);
    const operation = paths[path]?.[endpoint.method.toLowerCase()];
    expect(operation?.['x-policy'], path).toBe(policy);
    // Who signs what it sends shows no token; who pays may show one of another kind.
    expect(operation?.security, path).toHaveLength(policy === 'public' || policy === 'signed' ? 0 : openTo ? 2 : 1);
    const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(inPath, path).toEqual(namesOf(endpoint));
    expect(operation?.responses['4XX'], path).toBeDefined();
    expect(Object.keys(operation?.requestBody?.content ?? {}), path).toEqual(
      endpoint.body ? ['application/json', ...(endpoint.files ? ['multipart/form-data'] : [])] : [],
    );
  }
});

test('a call that takes files says under which name and how many', async () => {
  const { paths } = await readDocument();
  const form = paths['/messages/{id}']?.post?.requestBody?.content['multipart/form-data']?.schema;
  expect(form?.properties).toMatchObject({ medias: { type: 'array', maxItems: 10, items: { type: 'string' } }, body: { type: 'string' } });
});

test('a linter from outside finds no fault in the document', async () => {
  const { body } = await world.client().raw('GET', '/docs/openapi.json');
  const file = join(world.dataDir, 'openapi.json');
  await writeFile(file, JSON.stringify(body));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [linter, 'lint', file, '--extends=recommended', ...leftOut, '--format=json'],
    {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  ).catch((error: { stdout: string }) => error);
  const { problems } = z.object({ problems: z.array(z.looseObject({ ruleId: z.string() })) }).parse(JSON.parse(stdout));
  expect(problems).toEqual([]);
});

test('the page for people shows the same calls, to a browser too', async () => {
  const { status, body, headers } = await world.client().raw('GET', '/docs', { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/html');
  for (const { endpoint } of routes) expect(body).toContain(`<code>${endpoint.path}</code>`);
  expect(body).not.toMatch(/<script|style=/);
});
