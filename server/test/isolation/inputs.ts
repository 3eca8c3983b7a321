import type { Endpoint } from '@prosa/contracts/kit';
import { z } from 'zod';

type Schema = z.core.$ZodType;
const parts = ['params', 'query', 'body'] as const;
export type Part = (typeof parts)[number];

/** A place in a call where something is named by its id. */
export type IdPlace = {
  part: Part;
  path: string;
  /** A thing of the contracts; or what is called by a name of the channel's, not by an id of ours. */
  refersTo: string;
  form: 'id' | 'uuid' | 'list' | 'text';
};
export type Filled = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown };
export type Choose = (place: IdPlace) => unknown;

/** Fields that name something and are not marked in the contracts, since the id is not ours. `companyId` is taken and ignored. */
const unmarked: Record<string, string> = {
  companyId: 'company',
  id: 'channel id',
  quotedId: 'channel id',
  // Ids of Meta's.
  phoneNumberId: 'channel id',
  wabaId: 'channel id',
  number: 'number',
  key: 'setting',
};

/** Ids of Meta's, which name no row of anybody: what counts is who signs for them. */
const ofMeta = ['phoneNumberId', 'wabaId'];

/** Input that an endpoint takes, with what the chooser says in every place of an id. */
export function fillInput(endpoint: Endpoint, choose: Choose): Filled {
  const filled = Object.fromEntries(parts.map((part) => [part, endpoint[part] && fill(endpoint[part], part, '', choose)]));
  return { params: recordOf(filled.params), query: recordOf(filled.query), body: filled.body };
}

export function placesOf(endpoint: Endpoint): IdPlace[] {
  const places: IdPlace[] = [];
  fillInput(endpoint, (place) => {
    places.push(place);
    return sampleOf(place);
  });
  return places;
}

/** Fields that look like ids and do not say of what. */
export function unmarkedIds(endpoint: Endpoint): string[] {
  const found: string[] = [];
  for (const part of parts)
    if (endpoint[part])
      visit(endpoint[part], part, (path, name, schema) => {
        const isFlag = z.safeParse(schema, true).success && !z.safeParse(schema, 1).success;
        const isKnown = name in unmarked || ofMeta.includes(name);
        if (/^(id|uuid|key|\w+(Id|Ids|Uuid|Key))$/.test(name) && !isFlag && !marked(schema) && !isKnown) found.push(`${part}.${path}`);
      });
  return found;
}

const sampleOf = ({ form }: IdPlace): unknown =>
  form === 'list' ? '[1]' : form === 'uuid' ? '00000000-0000-4000-8000-000000000000' : form === 'text' ? 'X' : 1;

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

type Mark = { refersTo: string; list: boolean };

/** What the contract says this schema, or what it wraps, refers to. */
function marked(schema: Schema): Mark | undefined {
  const meta: Record<string, unknown> = z.globalRegistry.get(schema) ?? {};
  if (typeof meta.refersTo === 'string') return { refersTo: meta.refersTo, list: meta.list === true };
  return [...inside(schema)].map(marked).find((mark) => mark !== undefined);
}

/** The schema behind optional, nullable, default and pipes; nothing for those that hold several. */
function* inside(schema: Schema): Iterable<Schema> {
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodPrefault ||
    schema instanceof z.core.$ZodReadonly
  )
    yield schema._zod.def.innerType;
  if (schema instanceof z.core.$ZodPipe) yield* [schema._zod.def.in, schema._zod.def.out];
  if (schema instanceof z.core.$ZodUnion) yield* schema._zod.def.options;
}

function bare(schema: Schema): Schema {
  const objects = (one: Schema): Schema[] =>
    one instanceof z.core.$ZodObject || one instanceof z.core.$ZodArray ? [one] : [...inside(one)].flatMap(objects);
  return objects(schema)[0] ?? schema;
}

function isUuid(schema: Schema): boolean {
  return schema instanceof z.core.$ZodUUID || schema instanceof z.core.$ZodGUID || [...inside(schema)].some(isUuid);
}

const mayBeAbsent = (schema: Schema) => z.safeParse(schema, undefined).success;

function fill(schema: Schema, part: Part, path: string, choose: Choose): unknown {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const inner = bare(schema);
  if (inner instanceof z.core.$ZodObject) return fillObject(inner, part, path, choose);
  if (inner instanceof z.core.$ZodArray) {
    const element = fill(inner._zod.def.element, part, `${path}.0`, choose);
    return element === undefined || (mayBeAbsent(schema) && !hasPlace(inner)) ? undefined : [element];
  }
  const mark = marked(schema);
  if (mark)
    return choose({
      part,
      path,
      refersTo: mark.refersTo,
      form: mark.list ? 'list' : isUuid(schema) ? 'uuid' : mark.refersTo === 'media' ? 'text' : 'id',
    });
  const alias = unmarked[name];
  if (alias) return choose({ part, path, refersTo: alias, form: alias === 'company' ? 'id' : 'text' });
  if (mayBeAbsent(schema)) return undefined;
  return plain(schema, part, path);
}

function fillObject(schema: z.core.$ZodObject, part: Part, path: string, choose: Choose): Record<string, unknown> {
  const filled: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema._zod.def.shape)) {
    // A text may be absent where files are sent instead; none are sent here.
    const isText = name === 'body';
    if (!isText && mayBeAbsent(field) && !hasPlace(field) && !(name in unmarked)) continue;
    const at = path === '' ? name : `${path}.${name}`;
    const value = isText ? plain(field, part, at) : fill(field, part, at, choose);
    if (value !== undefined) filled[name] = value;
  }
  return filled;
}

/** What stands around it: a schema that contains itself is looked into once. */
type Around = readonly Schema[];

function hasPlace(schema: Schema, around: Around = []): boolean {
  if (marked(schema)) return true;
  const inner = bare(schema);
  if (around.includes(inner)) return false;
  const further = [...around, inner];
  if (inner instanceof z.core.$ZodArray) return hasPlace(inner._zod.def.element, further);
  return inner instanceof z.core.$ZodObject && Object.values(inner._zod.def.shape).some((field) => hasPlace(field, further));
}

type See = (path: string, name: string, schema: Schema) => void;

function visit(schema: Schema, name: string, see: See, path = '', around: Around = []): void {
  const inner = bare(schema);
  if (around.includes(inner)) return;
  const further = [...around, inner];
  if (inner instanceof z.core.$ZodObject)
    for (const [key, field] of Object.entries(inner._zod.def.shape)) visit(field, key, see, path === '' ? key : `${path}.${key}`, further);
  else if (inner instanceof z.core.$ZodArray && !marked(inner._zod.def.element))
    visit(inner._zod.def.element, name, see, `${path}.0`, further);
  else see(path, name, inner instanceof z.core.$ZodArray ? inner._zod.def.element : schema);
}

let filledSoFar = 0;

/** Names, addresses and colours are often unique: no two are alike. */
function plain(schema: Schema, part: Part, path: string): unknown {
  const number = ++filledSoFar;
  const candidates: unknown[] = [
    `Nome ${number}`,
    `nome-${number}@exemplo.com`,
    `#${(0x100000 + number).toString(16)}`,
    `551198${String(number).padStart(7, '0')}`,
    new Date().toISOString(),
    new Date(Date.UTC(2020, 0, 1 + number)).toISOString().slice(0, 10),
    '08:00',
    'dQw4w9WgXcQ',
    '👍',
    `https://exemplo.com/${number}`,
    1,
    0,
    10,
    100,
    true,
    'true',
    {},
    [],
    ...namedValues(schema),
  ];
  const value = candidates.find((candidate) => z.safeParse(schema, candidate).success);
  if (value === undefined) throw new Error(`${part}.${path} can not be filled from its schema: add a recipe`);
  return value;
}

function namedValues(schema: Schema): unknown[] {
  if (schema instanceof z.core.$ZodEnum) return Object.values(schema._zod.def.entries);
  if (schema instanceof z.core.$ZodLiteral) return schema._zod.def.values;
  return [...inside(schema)].flatMap(namedValues);
}
