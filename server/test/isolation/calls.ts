import type { Endpoint } from '@prosa/contracts/kit';
import type { Route } from '../../src/platform/http/http.ts';
import { newMediaKey } from '../../src/platform/storage/storage.ts';
import { checkReply } from '../browser.ts';
import { type Choose, type Filled, fillInput, type IdPlace } from './inputs.ts';
import type { Rows } from './row-seeder.ts';

export type Call = { method: string; path: string; body?: unknown; endpoint?: Endpoint };
export type Answer = { status: number; text: string; headers: string };

export async function send(url: string, token: string, { method, path, body }: Call, more: Record<string, string> = {}): Promise<Answer> {
  const headers = {
    ...more,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return { status: response.status, text: await response.text(), headers: JSON.stringify([...response.headers]) };
}

export function codeOf({ text }: Answer): string {
  return /"error":"(\w+)"/.exec(text)?.[1] ?? '';
}

/** How an answer differs from what its contract says, if it does. */
export function breachOf(endpoint: Endpoint, { status, text, headers }: Answer): string | undefined {
  try {
    checkReply(endpoint, status, /"application\/json/.test(headers) ? JSON.parse(text) : text);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

export const nameOf = ({ endpoint }: Pick<Route, 'endpoint'>) => `${endpoint.method} ${endpoint.path}`;

let numbers = 0;
/** No two contacts of a company have one number, nor two of a list. */
const withNewNumber = (filled: Filled): Filled => ({
  ...filled,
  body: { ...Object(filled.body), number: `5531${String(++numbers).padStart(9, '0')}` },
});

/** What a connection on the Cloud API is signed and verified with; those of company B have other words. */
export const cloudSecretsOf = (word: string) => ({
  accessToken: `${word} access token`,
  appSecret: `${word} app secret`,
  verifyToken: `${word} verify token`,
});

/** What a schema alone can not tell. */
const recipes: Record<string, (filled: Filled) => Filled> = {
  // Without it an admin's list leaves out what others serve.
  'GET /tickets': (filled) => ({ ...filled, query: { showAll: 'true', ...filled.query } }),
  'POST /contacts': withNewNumber,
  // Switched off: nobody is to be called.
  'POST /webhooks': (filled) => ({ ...filled, body: { ...Object(filled.body), active: false } }),
  'GET /hooks/cloud/:whatsappId': (filled) => ({
    ...filled,
    query: { 'hub.mode': 'subscribe', 'hub.verify_token': cloudSecretsOf('own').verifyToken, 'hub.challenge': '1' },
  }),
  'PUT /contacts/:id': withNewNumber,
  'POST /contact-list-items': withNewNumber,
  'PUT /contact-list-items/:id': withNewNumber,
  // The key of a file is three steps of the path.
  'GET /public/:company/:shelf/:name': (filled) => {
    const [company, shelf, name] = String(filled.params.name).split('/');
    return { ...filled, params: { company, shelf, name } };
  },
};

/** The call of an endpoint with what the chooser says in every place of an id. Its input is one that the contract takes. */
export function callOf(endpoint: Endpoint, choose: Choose, { checked = true } = {}): Call {
  const filled = fillInput(endpoint, choose);
  const { params, query, body } = recipes[nameOf({ endpoint })]?.(filled) ?? filled;
  for (const [part, value] of Object.entries({ params: textsOf(params), query: textsOf(query), body })) {
    const schema = part === 'params' ? endpoint.params : part === 'query' ? endpoint.query : endpoint.body;
    const parsed = checked ? schema?.safeParse(value ?? {}) : undefined;
    if (parsed?.error) throw new Error(`the ${part} made for ${nameOf({ endpoint })} is not valid (${parsed.error.message}): add a recipe`);
  }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(textsOf(query)).toString();
  return { method: endpoint.method, path: search === '' ? path : `${path}?${search}`, ...(endpoint.body && { body }), endpoint };
}

const textsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const noSuchId = 2_000_000_111;

/** Ids of things that stand nowhere. */
export function missing(companyId: number): Choose {
  const key = newMediaKey(companyId);
  return (place) =>
    shaped(place, noSuchId, '99999999-9999-4999-8999-999999999999', {
      media: key,
      'channel id': 'NOSUCHID',
      number: '5599000000000',
      setting: 'userRating',
      plan: 1,
    });
}

/** Ids as large as a contract lets them be. */
export const huge: Choose = (place) => shaped(place, Number.MAX_SAFE_INTEGER, 'ffffffff-ffff-4fff-bfff-ffffffffffff', {});

/** The ids of these rows. */
export function idsOf(rows: Rows, companyId: number): Choose {
  return (place) => {
    const row = rows.get(`${place.refersTo}s`);
    const special = {
      company: companyId,
      plan: 1,
      announcement: 1,
      help: 1,
      media: rows.get('media')?.key,
      'channel id': rows.get('simulator_messages')?.id,
      number: rows.get('contacts')?.number,
      note: rows.get('ticket_notes')?.id,
      chatMessage: rows.get('chat_messages')?.id,
      queueOption: rows.get('queue_options')?.id,
      quickMessage: rows.get('quick_messages')?.id,
      savedFilter: rows.get('saved_filters')?.id,
      contactList: rows.get('contact_lists')?.id,
      contactListItem: rows.get('contact_list_items')?.id,
      contactListImport: rows.get('contact_list_imports')?.id,
      webhookDelivery: rows.get('webhook_deliveries')?.id,
      setting: 'userRating',
    };
    if (!row && !(place.refersTo in special)) throw new Error(`no table is known to hold a ${place.refersTo}`);
    return shaped(place, row?.id, row?.uuid, special);
  };
}

function shaped({ refersTo, form }: IdPlace, id: unknown, uuid: unknown, special: Record<string, unknown>): unknown {
  const value = special[refersTo] ?? (form === 'uuid' ? uuid : id);
  return form === 'list' ? JSON.stringify([value]) : form === 'text' ? String(value) : value;
}
