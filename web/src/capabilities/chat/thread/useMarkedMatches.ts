import { plainText } from '@prosa/contracts/plain-text';
import { useEffect } from 'react';

const name = 'found';

/**
 * Marks the words that were searched for in what the messages of the log say. The text itself stays as it is: browsers draw highlights
 * over it, and one that can not leaves it unmarked.
 */
export function useMarkedMatches(words: string): void {
  useEffect(() => {
    if (words === '' || typeof CSS === 'undefined' || !('highlights' in CSS)) return undefined;
    const logs = [...document.querySelectorAll<HTMLElement>('[role=log]')];
    const mark = () =>
      CSS.highlights.set(name, new Highlight(...logs.flatMap((log) => wordsIn(log).flatMap((said) => matchesIn(said, words)))));
    mark();
    // Rows come and go while one scrolls.
    const watch = new MutationObserver(mark);
    for (const log of logs) watch.observe(log, { childList: true, subtree: true, characterData: true });
    return () => {
      watch.disconnect();
      CSS.highlights.delete(name);
    };
  }, [words]);
}

/** Not dates, names of files or what is said about a message: those are not searched. */
export const wordsIn = (log: HTMLElement) => [...log.querySelectorAll('[data-words]')];

/** Only where a letter is one sign with and without its accent do places in both texts agree; others are left unmarked. */
export function matchesIn(root: Node, searched: string): Range[] {
  const words = plainText(searched);
  // Of marks without a letter nothing is left, and nothing is found everywhere.
  if (words === '') return [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const flat = plainText(text);
    if (flat.length !== text.length) continue;
    for (let at = flat.indexOf(words); at >= 0; at = flat.indexOf(words, at + words.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      ranges.push(range);
    }
  }
  return ranges;
}
