import type { Template } from '@prosa/contracts/connections';
import type { OutboundMessage } from '../port.ts';

/** What the simulated network has approved, for trying out. */
export const templates: Template[] = [
  { name: 'ola', language: 'pt_BR', category: 'utility', body: 'Olá {{1}}, podemos continuar o seu atendimento?' },
  { name: 'aviso_fatura', language: 'pt_BR', category: 'utility', body: 'Olá {{1}}, a sua fatura de {{2}} vence em {{3}}.' },
  { name: 'hello', language: 'en_US', category: 'utility', body: 'Hello {{1}}, may we go on with your request?' },
];

/** The text with its places filled in; nothing where there is no such template, or not as many values as places. */
export function fillTemplate({ name, language, variables }: NonNullable<OutboundMessage['template']>): string | undefined {
  const template = templates.find((each) => each.name === name && each.language === language);
  const places = new Set(template?.body.match(/\{\{\d+\}\}/g));
  if (!template || places.size !== variables.length) return undefined;
  return template.body.replace(/\{\{(\d+)\}\}/g, (place, number: string) => variables[Number(number) - 1] ?? place);
}
