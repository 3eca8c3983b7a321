import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { hostileTexts } from '../../../../faults/hostile-texts.ts';
import { freshDatabase } from '../../../test/database.ts';
import { ordinaryTexts } from '../../../test/ordinary-texts.ts';

const database = await freshDatabase(inject('templateUrl'));
const client = new pg.Client({ connectionString: database.url });
client.on('notice', () => undefined);
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** As they were before texts had a bound: what stands in indexes was made by them. */
await client.query(`
  create function plain_before(given text) returns text language sql immutable
    as $$ select lower(regexp_replace(normalize(given, NFKD), '[\\u0300-\\u036f]', '', 'g')) $$;
  create function words_before(body text) returns tsvector language sql immutable
    as $$ select to_tsvector('simple', translate(
      plain_before(left(body, 10000)), '!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~', repeat(' ', 32))) $$`);

async function ask<T>(text: string, values: unknown[]): Promise<T[]> {
  return (await client.query<{ answer: T }>(text, values)).rows.map(({ answer }) => answer);
}

const lines = (times: number) => ordinaryTexts.map((text) => `${text} `.repeat(times));

test('what people write is found as before: what was indexed earlier stays valid', async () => {
  const texts = [...ordinaryTexts, ...lines(20), ordinaryTexts.join(' · '), ordinaryTexts.join(' · ').repeat(5)];
  const different = await ask(
    `
      select text as answer
      from unnest($1::text[]) as text
      where plain(text) is distinct from plain_before(text) or message_words(text) is distinct from words_before(text)`,
    [texts],
  );
  expect(different).toEqual([]);
});

test('names of tags, which are unique by it, stay what they were, whatever they are made of', async () => {
  const names = [...hostileTexts('names of tags', 400, 50)].map(({ text }) => stored(text));
  expect(
    await ask(
      `
    select text as answer
    from unnest($1::text[]) as text
    where plain(text) <> plain_before(text)`,
      [names],
    ),
  ).toEqual([]);
});

test('ten thousand combining marks cost what ten thousand letters do, a hundred times over', async () => {
  await client.query("set statement_timeout = '10s'");
  const marks = [
    '\u0301\u0316',
    '\u0345\u0301\u0316',
    '\u05c2\u05c1\u05bc\u05b0',
    '\u0344\u0316',
    '\u1dce\u1dd0\u1dfd',
    '\u{1d165}\u{1d16d}',
    '\uff9e'.repeat(8) + '\u0334'.repeat(8),
  ];
  for (const pattern of marks) {
    const text = `antes ${pattern.repeat(10_000)}`.slice(0, 40_000);
    const [words] = await ask<string>('select max(message_words($1 || n)::text) as answer from generate_series(1, 100) as n', [text]);
    expect(words, JSON.stringify(pattern)).toContain("'antes'");
  }
});

test('whatever is a mark, or comes apart into one, is bounded: no sign of Unicode is forgotten', async () => {
  const hasClass = (sign: string) =>
    [`${sign}\u0334`, `\u0345${sign}`].some((text) => text.normalize('NFD') !== text) && sign.normalize('NFD') === sign;
  const signs = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => hasClass(String.fromCodePoint(sign.normalize('NFKD').codePointAt(0) ?? 0)));
  expect(signs.length).toBeGreaterThan(900);
  const kept = `select sign as answer from unnest($1::text[]) as sign where plain(repeat('a', 65) || repeat(sign, 9)) <> repeat('a', 65)`;
  expect(await ask(kept, [signs])).toEqual([]);
});

test('a letter under too many marks is found as the letter it is', async () => {
  const [zalgo] = await ask<string>('select plain($1) as answer', [
    Array.from('socorro, por favor'.repeat(5), (each) => each + '\u0301\u0316'.repeat(9)).join(''),
  ]);
  expect(zalgo).toBe('socorro, por favor'.repeat(5));
});

test('of a search two hundred characters and ten words are looked for, in any of the places', async () => {
  const words = Array.from({ length: 15 }, (_, place) => `palavra${place}`);
  expect(await ask('select search_text($1) as answer', [words.join(' ')])).toEqual([words.slice(0, 10).join(' ')]);
  expect(await ask('select length(search_text($1)) as answer', ['x'.repeat(5_000)])).toEqual([200]);
  expect(await ask('select contains_pattern($1) as answer', ['100％_\\ ＼＿'])).toEqual(['%100\\%\\_\\\\ \\\\\\_%']);
});

/** As the server stores texts: without NUL and half letters. */
function stored(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd');
}
