import type { Template } from '@prosa/contracts/connections';
import type { MessageInput } from '@prosa/contracts/messages';
import { plainText } from '@prosa/contracts/plain-text';

const place = /\{\{(\d+)\}\}/g;
const around = 28;

export const keyOf = ({ name, language }: Template): string => `${name}/${language}`;

/** The numbers of the places to fill in, each once, in order. */
export function placesOf({ body }: Template): number[] {
  return [...new Set([...body.matchAll(place)].map(([, number]) => Number(number)))].toSorted((a, b) => a - b);
}

/** The text as the customer reads it; a place with nothing in it yet stays as it is. */
export function fillIn(template: Template, values: readonly string[]): string {
  const places = placesOf(template);
  return template.body.replace(place, (whole, number: string) => clean(values[places.indexOf(Number(number))] ?? '') || whole);
}

/** What the network takes as a value: one line, without runs of spaces. */
export const clean = (value: string): string => value.replace(/\s+/g, ' ').trim();

export function toMessage(template: Template, values: readonly string[]): NonNullable<MessageInput['template']> {
  return { name: template.name, language: template.language, variables: values.map(clean) };
}

/** The words around a place, to know what belongs there. */
export function contextOf({ body }: Template, number: number): string {
  const mark = `{{${number}}}`;
  const text = body.replace(/\s+/g, ' ').trim();
  const [before = '', ...after] = text.split(mark);
  const behind = after.join(mark);
  const start = before.length > around ? `…${before.slice(-around).replace(/^\S*\s/, '')}` : before;
  const end = behind.length > around ? `${behind.slice(0, around).replace(/\s\S*$/, '')}…` : behind;
  return `${start}▁▁${end}`;
}

const greetings = [
  'ol[aá]|oi|bom dia|boa (?:tarde|noite)|prezad[oa]|car[oa]',
  'hola|buen[oa]s (?:d[ií]as|tardes|noches)|estimad[oa]',
  'hello|hi|dear|good (?:morning|afternoon|evening)',
];
const greeting = new RegExp(`(?:^|[\\s¡!,.])(?:${greetings.join('|')})[\\s,]*$`, 'i');

/** What a form begins with: the customer's first name where the template greets somebody, nothing elsewhere. */
export function firstValues(template: Template, contactName: string): string[] {
  const name = contactName.trim().split(/\s+/)[0] ?? '';
  const isName = /^\p{L}[\p{L}'’.-]+$/u.test(name);
  return placesOf(template).map((number) => {
    const before = template.body.slice(0, template.body.indexOf(`{{${number}}}`));
    return isName && greeting.test(before) ? name : '';
  });
}

/** By name and text, every word of the search; without accents, as people type. */
export function findTemplates(templates: readonly Template[], search: string): Template[] {
  const words = plainText(search).split(/\s+/).filter(Boolean);
  const isFound = ({ name, body }: Template) =>
    words.every((word) => plainText(`${name.replaceAll('_', ' ')} ${name} ${body}`).includes(word));
  return templates.filter(isFound).toSorted((a, b) => a.name.localeCompare(b.name) || a.language.localeCompare(b.language));
}
