import { refusals } from '@prosa/contracts/errors';
import type { Endpoint, Files } from '@prosa/contracts/kit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { docsPage } from './docs-page.ts';
import type { Route } from './http.ts';
import { schemaOf, withoutDefinitions } from './json-schema.ts';

const refusal = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } };
const refused = { description: 'Refused', ...refusal };
const tooMany = {
  description: 'Too many calls, or too many bytes of a caller who is not known',
  headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
  ...refusal,
};
const tooLarge = (bytes: number) => ({ description: `The body is larger than ${bytes} bytes; files have limits of their own`, ...refusal });

/** Calls beside the contracts: they answer programs that watch the server. */
const plainCalls = {
  '/health/live': plainCall('health', 'The process answers', 'application/json'),
  '/health/ready': plainCall('health', 'The server can do its work', 'application/json', 503),
  '/metrics': plainCall('health', 'Figures in the Prometheus text format, for loopback and holders of METRICS_TOKEN', 'text/plain', 404),
};

/** The API reference, made from the same contracts that serve the calls. */
export function serveDocs(app: FastifyInstance, routes: Route[]): void {
  // Made once: everybody may ask for it, and making it takes longer than most calls.
  let document: ReturnType<typeof openApi> | undefined;
  app.get('/docs/openapi.json', async () => (document ??= openApi(routes)));
  app.get('/docs', async (_request, reply) => reply.header('content-type', 'text/html; charset=utf-8').send(docsPage(routes)));
}

function openApi(routes: Route[]) {
  const paths: Record<string, Record<string, unknown>> = { ...plainCalls };
  const namesOf = pathNames(routes);
  for (const route of routes) {
    const names = namesOf(route.endpoint);
    const path = route.endpoint.path.replace(parameter, () => `{${names.shift() ?? ''}}`);
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operation(route, namesOf(route.endpoint)) };
  }
  const used = new Set(routes.flatMap(securityOf).flatMap((security) => Object.keys(security)));
  const definitions: Record<string, unknown> = {};
  return {
    openapi: '3.1.0',
    info: { title: 'Prosa', version: '1', license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' } },
    servers: [{ url: '/' }],
    paths: withoutDefinitions(paths, definitions),
    components: {
      securitySchemes: Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name))),
      schemas: {
        Refusal: { type: 'object', required: ['error'], properties: { error: { type: 'string', enum: Object.keys(refusals) } } },
        ...definitions,
      },
    },
  };
}

const schemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  billing: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The billing token of an overdue company' },
  connection: { type: 'http', scheme: 'bearer', description: 'The token of a connection' },
};

const parameter = /:(\w+)/g;

/** OpenAPI knows one path for calls that differ only in what they name its parameter: where they do, it is called `id`. */
export function pathNames(routes: Route[]): (endpoint: Endpoint) => string[] {
  const shapeOf = ({ path }: Endpoint) => path.replace(parameter, ':');
  const ownNames = ({ path }: Endpoint) => [...path.matchAll(parameter)].map(([, name = '']) => name);
  return (endpoint) => {
    const alike = routes.filter((other) => shapeOf(other.endpoint) === shapeOf(endpoint)).map((other) => ownNames(other.endpoint));
    return ownNames(endpoint).map((name, place) => (alike.every((names) => names[place] === name) ? name : 'id'));
  };
}

const tagOf = ({ path }: Endpoint) => path.split('/')[1] ?? '';

function operation(route: Route, pathNames: string[]) {
  const { endpoint, policy } = route;
  const { method, path } = endpoint;
  const words = path
    .split('/')
    .filter(Boolean)
    .map((word) => word.replace(/^:/, 'by-'));
  return {
    operationId: [method.toLowerCase(), ...words].join('-'),
    summary: `${method} ${path}`,
    tags: [tagOf(endpoint)],
    'x-policy': policy,
    security: securityOf(route),
    parameters: [
      ...parameters('path', endpoint.params).map((each, place) => ({ ...each, name: pathNames[place] ?? each.name })),
      ...parameters('query', endpoint.query),
      ...idempotencyKey(method),
    ],
    ...(endpoint.body && { requestBody: { content: bodyContent(endpoint.body, endpoint.files) } }),
    responses: {
      200: { description: 'Done', content: replyContent(endpoint) },
      ...(endpoint.body && route.bodyLimit !== undefined && { 413: tooLarge(route.bodyLimit) }),
      429: tooMany,
      '4XX': refused,
    },
  };
}

/** Who signs what they send does so in a way of each route's own. */
function securityOf({ policy, openTo }: Route): Array<Record<string, string[]>> {
  if (policy === 'public' || policy === 'signed') return [];
  if (policy === 'connection') return [{ connection: [] }];
  return [{ bearer: [] }, ...(openTo ? [{ billing: [] }] : [])];
}

const textTypeOf = (reply: z.ZodString): string => {
  const { contentMediaType } = reply.meta() ?? {};
  return typeof contentMediaType === 'string' ? contentMediaType : 'text/csv';
};

/** A stored file has whatever type it was stored with; text is a file made for the call, unless it says what it is. */
const replyContent = ({ reply }: Endpoint) =>
  reply instanceof z.ZodUnknown
    ? { '*/*': {} }
    : reply instanceof z.ZodString
      ? { [textTypeOf(reply)]: { schema: schemaOf(reply, 'output') } }
      : { 'application/json': { schema: schemaOf(reply, 'output') } };

/** Where files may come along the call takes a form too; without files its JSON is just as good. */
function bodyContent(body: z.ZodType, files: Files | undefined) {
  const json = { 'application/json': { schema: schemaOf(body, 'input') } };
  if (!files) return json;
  const { properties = {}, ...form } = schemaOf(body, 'input');
  const binary = { type: 'string', contentMediaType: 'application/octet-stream' };
  const sent = files.max === 1 ? binary : { type: 'array', maxItems: files.max, items: binary };
  return { ...json, 'multipart/form-data': { schema: { ...form, properties: { ...Object(properties), [files.field]: sent } } } };
}

const idempotencyKey = (method: string) =>
  method === 'POST' ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }] : [];

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

function plainCall(tag: string, summary: string, type: string, otherwise?: 404 | 503) {
  return {
    get: {
      operationId: `get-${summary.toLowerCase().replaceAll(/\W+/g, '-')}`,
      summary,
      tags: [tag],
      'x-policy': 'public',
      security: [],
      parameters: [],
      responses: {
        200: { description: 'Done', content: { [type]: { schema: { type: type === 'application/json' ? 'object' : 'string' } } } },
        ...(otherwise && { [otherwise]: { description: 'Not now, or not for this caller' } }),
      },
    },
  };
}
