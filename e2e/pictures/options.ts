import { parseArgs } from 'node:util';
import { type Theme, themes, widths } from './look.ts';

const languages = ['pt', 'en', 'es'] as const;
export type PictureOptions = {
  /** Of names and addresses of screens: those that hold it. */
  only: string;
  widths: readonly number[];
  languages: readonly (typeof languages)[number][];
  themes: readonly Theme[];
  /** Findings alone. */
  dry: boolean;
};

/** Throws a TypeError that says which argument is wrong. */
export function readPictureOptions(args: string[]): PictureOptions {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      width: { type: 'string', default: widths.join(',') },
      language: { type: 'string', default: languages.join(',') },
      theme: { type: 'string', default: themes.join(',') },
      dry: { type: 'boolean', default: false },
    },
  });
  return {
    only: values.only,
    widths: values.width.split(',').map(Number).map(asWidth),
    languages: someOf('language', languages, values.language),
    themes: someOf('theme', themes, values.theme),
    dry: values.dry,
  };
}

function asWidth(width: number): number {
  if (!Number.isInteger(width) || width < 320 || width > 3840) throw new TypeError('--width takes pixels from 320 to 3840');
  return width;
}

function someOf<T extends string>(name: string, all: readonly T[], text: string): T[] {
  const chosen = all.filter((each) => text.split(',').includes(each));
  if (chosen.length === 0) throw new TypeError(`--${name} takes some of ${all.join(',')}`);
  return chosen;
}
