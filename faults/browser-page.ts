import { bestMatches, containsAllWords } from '../web/src/app/palette/fuzzy.ts';
import { captionOf, fileName } from '../web/src/capabilities/chat/media/media.ts';
import { toDisplayText } from '../web/src/capabilities/chat/text/display-text.ts';
import { foldedText, isLong, piecesOf } from '../web/src/capabilities/chat/text/folding.ts';
import { isEmojiOnly, parseMarkup, plainText } from '../web/src/capabilities/chat/text/markup.ts';
import { lastMessageText } from '../web/src/capabilities/ticket-store/last-message-text.ts';
import { snippet } from '../web/src/capabilities/tickets/search/found.ts';
import { formatPhone } from '../web/src/platform/language/format.ts';
import { hostileTexts } from './hostile-texts.ts';

/** One text that took long, or at which something failed. */
export type Slow = { kind: string; length: number; milliseconds: number; failure?: string };

/** Everything that reads a customer's words on a screen, as the screens do it. */
function readAll(text: string): void {
  parseMarkup(text);
  plainText(text);
  isEmojiOnly(text);
  isLong(text);
  parseMarkup(toDisplayText(foldedText(text)));
  piecesOf(text, 20);
  captionOf({ body: text, mediaType: 'image', mediaUrl: '/public/1.png' });
  fileName('/public/1.png', text);
  snippet(plainText(text), text.slice(0, 40));
  lastMessageText({ lastMessage: text, last: { fromMe: false, mediaType: null, seconds: null } });
  formatPhone(text);
  bestMatches([{ id: 'a', label: text }], text.slice(0, 40));
  containsAllWords(text.slice(0, 40), text);
}

/** The shortest of some times: whatever else the machine did meanwhile is not this text's fault. */
function timeOf(text: string): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 10 && shortest > 20; turn += 1) {
    const began = performance.now();
    readAll(text);
    shortest = Math.min(shortest, performance.now() - began);
  }
  return shortest;
}

/**
 * Reads texts of this seed in the page; made here, since halves of signs do not survive the way. The slowest ones, and those that
 * failed.
 */
function read(seed: string, count: number): Slow[] {
  const found: Slow[] = [];
  for (const { kind, text } of hostileTexts(seed, count)) {
    const about = { kind, length: text.length };
    try {
      found.push({ ...about, milliseconds: timeOf(text) });
    } catch (error) {
      found.push({ ...about, milliseconds: 0, failure: error instanceof Error ? error.message : 'unknown' });
    }
  }
  return [
    ...found.filter(({ failure }) => failure !== undefined),
    ...found.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 3),
  ];
}

Object.assign(globalThis, { readHostile: read });
declare global {
  var readHostile: typeof read;
}
