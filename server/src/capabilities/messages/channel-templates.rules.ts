import type { Template } from '@prosa/contracts/connections';
import type { MessageInput } from '@prosa/contracts/messages';

export type TemplateUse = NonNullable<MessageInput['template']>;

/** The text that the customer will read; nothing where there is no such template, or not as many values as places. */
export function fillApproved(templates: Template[], { name, language, variables }: TemplateUse): string | undefined {
  const template = templates.find((each) => each.name === name && each.language === language);
  const places = new Set(template?.body.match(/\{\{\d+\}\}/g));
  if (!template || places.size !== variables.length) return undefined;
  return template.body.replace(/\{\{(\d+)\}\}/g, (place, number: string) => variables[Number(number) - 1] ?? place);
}
