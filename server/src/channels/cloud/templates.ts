import type { Template } from '@prosa/contracts/connections';
import { z } from 'zod';
import type { Account } from './account.ts';
import { type Meaning, meaningOf } from './errors.rules.ts';
import type { Graph } from './graph.ts';

const Button = z.object({ type: z.string(), text: z.string().optional(), url: z.string().optional() });
const Component = z.object({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z.array(Button).optional(),
});
const Listed = z.object({
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.string(),
  parameter_format: z.string().optional(),
  components: z.array(Component).catch([]),
});
const Page = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() }).optional(),
});

/** Where a value goes, in the order in which values are asked for. */
type Place = { component: 'header' | 'body' | 'button'; index?: number; name?: string };
export type CloudTemplate = Template & { places: Place[] };

/** Buttons that need nothing filled in, or a part of an address. */
const plainButtons = new Set(['QUICK_REPLY', 'URL', 'PHONE_NUMBER']);
const categories = new Map<string, Template['category']>([
  ['MARKETING', 'marketing'],
  ['UTILITY', 'utility'],
  ['AUTHENTICATION', 'authentication'],
]);

/** One that may be sent from here; nothing for those that are not approved, or need a file or more than words. */
export function readTemplate(given: unknown): CloudTemplate | undefined {
  const { data: listed } = Listed.safeParse(given);
  const category = listed && categories.get(listed.category);
  if (listed?.status !== 'APPROVED' || !category) return undefined;
  const part = (type: string) => listed.components.find((component) => component.type === type);
  const [header, body, footer] = [part('HEADER'), part('BODY'), part('FOOTER')];
  const buttons = part('BUTTONS')?.buttons ?? [];
  const needsMore = (header && header.format !== 'TEXT') || buttons.some(({ type }) => !plainButtons.has(type));
  if (body?.text === undefined || needsMore) return undefined;
  const places: Place[] = [];
  const isNamed = listed.parameter_format === 'NAMED';
  const numbered = (text: string, place: Place) => number(text, place, places, isNamed);
  const texts = [
    header?.text && numbered(header.text, { component: 'header' }),
    numbered(body.text, { component: 'body' }),
    footer?.text,
    ...buttons.map(({ text = '', url = '' }, index) =>
      url.includes('{{') ? `${text}: ${numbered(url, { component: 'button', index })}` : '',
    ),
  ];
  return { name: listed.name, language: listed.language, category, body: texts.filter(Boolean).join('\n\n'), places };
}

/** Places count through all parts of a template: each is a value of its own, though Meta counts in each part anew. */
function number(text: string, place: Place, places: Place[], isNamed: boolean): string {
  const found = new Map<string, number>();
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const known = found.get(name) ?? places.push({ ...place, ...(isNamed && place.component !== 'button' && { name }) });
    found.set(name, known);
    return `{{${known}}}`;
  });
}

/** What is sent of it; nothing where there are not as many values as places. */
export function templatePayload({ name, language, places }: CloudTemplate, values: string[]) {
  if (places.length !== values.length) return undefined;
  // Line ends, tabs and rows of blanks are refused within a value.
  const clean = values.map((value) => value.replace(/\s+/g, ' ').trim());
  if (clean.some((value) => value === '')) return undefined;
  const components = new Map<string, { type: string; sub_type?: string; index?: string; parameters: object[] }>();
  for (const [at, { component, index, name: called }] of places.entries()) {
    const key = `${component}${index ?? ''}`;
    const part = components.get(key) ?? {
      type: component,
      ...(index !== undefined && { sub_type: 'url', index: String(index) }),
      parameters: [],
    };
    part.parameters.push({ type: 'text', ...(called !== undefined && { parameter_name: called }), text: clean[at] ?? '' });
    components.set(key, part);
  }
  return { name, language: { code: language }, components: [...components.values()] };
}

export type Listing = { ok: true; templates: CloudTemplate[] } | { ok: false; meaning: Meaning };
const maxPages = 70;

/** All of an account, page by page. */
export async function listTemplates(graph: Graph, account: Account): Promise<Listing> {
  const templates: CloudTemplate[] = [];
  let after: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await graph.call(account, {
      path: `${account.wabaId}/message_templates`,
      query: {
        fields: 'name,language,status,category,parameter_format,components',
        status: 'APPROVED',
        limit: '100',
        ...(after !== undefined && { after }),
      },
    });
    if (!answer.ok) return { ok: false, meaning: meaningOf(answer.error) };
    const { data, paging } = Page.parse(answer.data);
    templates.push(...data.flatMap((each) => readTemplate(each) ?? []));
    after = paging?.next === undefined ? undefined : paging.cursors?.after;
    if (after === undefined) break;
  }
  return { ok: true, templates };
}
