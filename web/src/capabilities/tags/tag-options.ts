import { plainText } from '@prosa/contracts/plain-text';
import { TagInput } from '@prosa/contracts/tags';
import type { TicketTag } from '@prosa/contracts/tickets';

export type Choice = TicketTag;
export type TagOption = { kind: 'known'; tag: Choice } | { kind: 'new'; name: string };

/** Matching tags, and an option to create one unless that name exists. */
export function tagOptions(tags: readonly Choice[], words: string): TagOption[] {
  const name = words.trim();
  const found = tags.filter((tag) => plainText(tag.name).includes(plainText(name)));
  const known = found.map((tag) => ({ kind: 'known' as const, tag }));
  const isNew = TagInput.shape.name.safeParse(name).success && !tags.some((tag) => tag.name.toLowerCase() === name.toLowerCase());
  return isNew ? [...known, { kind: 'new', name }] : known;
}
