import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { lazyParts } from './lazy-parts.ts';

/** What a click or a key opens, by its name. */
const opened = /(?:Page|Dialog|Picker|Palette|Sheet|Lightbox|RecordingBar)\.tsx$/;

test('whatever a click has to fetch first is fetched ahead, so that it opens at once and without a network', () => {
  const source = join(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const apart = files.flatMap((name) =>
    [...readFileSync(join(source, name), 'utf8').matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, target = '']) =>
      relative(import.meta.dirname, join(source, dirname(name), target)),
    ),
  );
  // Who signs up has no use for the rest of the app.
  const wanted = apart.filter((path) => opened.test(path) && !path.includes('/sign-up/')).map((path) => path.replace(/^(?!\.)/, './'));
  expect(Object.keys(lazyParts)).toEqual(expect.arrayContaining(wanted));
  expect(wanted).not.toEqual([]);
});
