import type { QuickMessage, quickMessageLive, RankedQuickMessage } from '@prosa/contracts/quick-messages';
import type { z } from 'zod';
import type { News } from '../../platform/lists/records.ts';
import { bare, byShortcode, plain } from './suggest.ts';

export type QuickMessageEvent = z.output<typeof quickMessageLive.message>;

/** In lists a quick message is called by its shortcode. */
export type QuickMessageRow = QuickMessage & { name: string };
export const rowOf = (record: QuickMessage): QuickMessageRow => ({ ...record, name: `/${record.shortcode}` });

/** As the server searches. */
export function isFound({ shortcode, message }: QuickMessage, search: string): boolean {
  const wanted = plain(bare(search));
  return plain(shortcode).includes(wanted) || plain(message).includes(wanted);
}

/** What an event says to the page. One that was shared just now is as new to a colleague as one just made, but may be old to its author. */
export const newsOf = (event: QuickMessageEvent): News<QuickMessageRow> =>
  event.action === 'delete' ? { gone: event.id } : { row: rowOf(event.record), isNew: event.action === 'create' };

/** What one may use, after an event. Uses are this person's own, and nobody else tells of them. */
export function withEvent(list: readonly RankedQuickMessage[], event: QuickMessageEvent): readonly RankedQuickMessage[] {
  const id = event.action === 'delete' ? event.id : event.record.id;
  const others = list.filter((each) => each.id !== id);
  if (event.action === 'delete') return others;
  const uses = list.find((each) => each.id === id)?.uses ?? 0;
  return [...others, { ...event.record, uses }].sort(byShortcode);
}
