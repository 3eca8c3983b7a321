import { plainText } from '@prosa/contracts/plain-text';
import { mainMenuTitle, previousMenuTitle } from './menu-texts.rules.ts';

export type MenuAnswer = { kind: 'main' } | { kind: 'previous' } | { kind: 'choice'; place: number };

/** Without case, accents, markup, the frame of an emoji digit or the width of Asian keyboards. */
export const plain = (text: string) =>
  plainText(text, 'NFKD')
    .replace(/[*_~`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const maxAnswerLength = 500;
const key = /^(?:(?:a |o )?(?:opcao|numero|item)(?: numero)?:? ?)?[[(]? ?(#|\d{1,4}) ?[\])]? ?[.):;,!-]?$/;
const keyAndTitle = /^[[(]? ?(#|\d{1,4}) ?[\])]? ?[-.):]? ?(.+)$/;
const ways: Record<string, MenuAnswer> = { '#': { kind: 'main' }, 0: { kind: 'previous' } };
const titlesOfWays = new Map<string, MenuAnswer>([
  [plain(mainMenuTitle), { kind: 'main' }],
  [plain(previousMenuTitle), { kind: 'previous' }],
]);

/** What a customer means: a number in whatever dress, the title, or the whole line of the menu. */
export function readAnswer(body: string, titles: string[]): MenuAnswer | undefined {
  // No number or title is longer.
  const said = body.length > maxAnswerLength ? '' : plain(body);
  if (said === '') return undefined;
  const typed = key.exec(said)?.[1];
  const chosen = typed === undefined ? undefined : byKey(typed, titles);
  return chosen ?? byTitle(said, titles) ?? byLine(said, titles);
}

export const asksForMainMenu = (body: string) => readAnswer(body, [])?.kind === 'main';

function byKey(typed: string, titles: string[]): MenuAnswer | undefined {
  const number = typed === '#' ? typed : Number(typed);
  if (Object.hasOwn(ways, number)) return ways[number];
  return typeof number === 'number' && number <= titles.length ? { kind: 'choice', place: number - 1 } : undefined;
}

function byTitle(said: string, titles: string[]): MenuAnswer | undefined {
  const place = titles.findIndex((title) => plain(title) === said);
  return place >= 0 ? { kind: 'choice', place } : titlesOfWays.get(said);
}

/** A line that was copied from the menu: the number and the title must agree. */
function byLine(said: string, titles: string[]): MenuAnswer | undefined {
  const [, number, title] = keyAndTitle.exec(said) ?? [];
  if (number === undefined || title === undefined) return undefined;
  const meant = byKey(number, titles);
  const titled = byTitle(title, titles);
  return meant && titled && JSON.stringify(meant) === JSON.stringify(titled) ? meant : undefined;
}
