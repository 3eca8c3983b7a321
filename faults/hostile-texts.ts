import { type Random, randomFrom } from './random.ts';

/** A kind of text that has broken somebody's program before, and how one of it is made; none is longer than `most` UTF-16 units. */
type Kind = readonly [name: string, make: (random: Random, most: number) => string];
export type HostileText = { kind: string; text: string };

const longest = 65_536;
const letters = ['a', 'ç', 'ã', 'é', 'ñ', 'ü', 'A', 'É', 'ß', 'İ', 'ı', 'ﬀ', 'Ω', 'ж', 'ا', '中', '한', '가', 'é', 'q'] as const;
/** Of several combining classes, in no order: what has to be sorted by them costs the most where they alternate. */
const marks = [
  '\u0300',
  '\u0301',
  '\u0316',
  '\u0327',
  '\u0334',
  '\u0345',
  '\u035c',
  '\u0489',
  '\u05b0',
  '\u064b',
  '\u20d0',
  '\u302a',
  '\uff9e',
] as const;
/** One sign each that decomposes into many. */
const expanding = ['\ufdfa', '\ufdfb', '\u3300', '\u33ff', '\u1e9b\u0323', '\u0390', '\u1f82', '\u2a74', '\u{1f190}', '가각'] as const;
const bidi = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069', '\u200e', '\u200f'] as const;
const invisible = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u034f',
  '\u180e',
  '\u3164',
  '\ufe0f',
  '\u{e0061}',
] as const;
const controls = [
  '\u0000',
  '\u0001',
  '\u0007',
  '\u0008',
  '\u000b',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\ufffe',
  '\uffff',
] as const;
const halves = ['\ud800', '\udbff', '\udc00', '\udfff', '\udc00\ud800', 'a\ud83d', '\ude00a'] as const;
const emoji = ['👩', '👨', '👧', '❤️', '🏳️', '🏴', '🇧🇷', '🇵🇹', '🤝🏽', '👍🏿', '1️⃣', '🫱🏻‍🫲🏿', '👩‍❤️‍💋‍👨'] as const;
const delimiters = ['*', '_', '~', '`', '```', '[', ']', '(', ')', '<', '>', '> ', '|', '\\', '&', '{{', '}}', '#'] as const;
const patterns = [
  '*_~com.',
  'a*',
  '_a',
  '~`',
  'http://',
  'www.',
  'a@a.',
  '.com/',
  '((((',
  '<b>',
  '&amp;',
  '%',
  '\\',
  "'",
  '"',
  ':*&',
  'ab ',
  '- ',
  '\r\n',
] as const;
const rightToLeft = ['سلام', 'شلوم', 'שלום', 'مرحبا', '١٢٣', 'ﷺ', 'abc', '123', ' ', '(', ')'] as const;
const fragments = [
  "'; drop table messages; --",
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("return 1")()}}',
  '#{7*7}',
  "=cmd|'/c calc'!A1",
  '../../etc/passwd',
  '%00%0a%0d',
  '\\u0000',
  '__proto__',
  'null',
  'NaN',
  '-0',
  '{"a":[',
  'a:*',
  '!!&|(',
  "'\\'",
] as const;

/** How long: mostly as people write, now and then as long as anything may be. */
function lengthOf(random: Random, most: number): number {
  const wanted = random.pick([8, 40, 200, 200, 900, 900, 4_000, 10_000, longest]);
  return Math.max(1, Math.min(most, 1 + random.below(wanted)));
}

function repeated(random: Random, most: number, next: () => string): string {
  const length = lengthOf(random, most);
  let text = '';
  while (text.length < length) text += next();
  return text.slice(0, length);
}

const anySign = (random: Random) => {
  const point = random.below(random.pick([0x80, 0x800, 0x3000, 0x10000, 0x110000]));
  return String.fromCodePoint(point);
};

function nested(random: Random, most: number): string {
  const [open, close] = random.pick<readonly [string, string]>([
    ['*', '*'],
    ['_', '_'],
    ['*_~', '~_*'],
    ['[', ']'],
    ['(', ')'],
    ['{"a":', '}'],
    ['<div>', '</div>'],
    ['> ', ''],
    ['\u2067', '\u2069'],
    ['```', ''],
  ]);
  const depth = Math.max(1, Math.floor(lengthOf(random, most) / (open.length + close.length)));
  return (open.repeat(depth) + random.pick(['', 'x', 'olá', ' ']) + (random.chance(0.7) ? close.repeat(depth) : '')).slice(0, most);
}

/** People do write such: the other kinds must not cost them anything. */
const sentences = [
  'Olá, tudo bem? Não consegui fazer o pedido nº 1.234 ontem à noite.',
  'São João do Araguaia — três pães, duas porções de feijão.',
  '¿Cuándo llegará el envío? Mañana no estaré en casa, señor Núñez.',
  'A ação já foi concluída; obrigada pela atenção!',
] as const;

const kinds: readonly [Kind, ...Kind[]] = [
  ['ordinary', (random, most) => repeated(random, Math.min(most, 900), () => `${random.pick(sentences)} `)],
  ['one run of marks', (random, most) => (random.pick(letters) + repeated(random, most, () => random.pick(marks))).slice(0, most)],
  [
    'zalgo',
    (random, most) =>
      repeated(random, most, () => random.pick(letters) + Array.from({ length: random.below(40) }, () => random.pick(marks)).join('')),
  ],
  ['one mark repeated', (random, most) => random.pick(marks).repeat(lengthOf(random, most))],
  ['expanding signs', (random, most) => repeated(random, most, () => random.pick(expanding))],
  ['bidi overrides', (random, most) => repeated(random, most, () => random.pick(bidi) + random.pick(letters))],
  ['right to left', (random, most) => repeated(random, most, () => random.pick(rightToLeft))],
  ['invisible signs', (random, most) => repeated(random, most, () => random.pick(invisible))],
  [
    'controls and NUL',
    (random, most) => repeated(random, most, () => random.pick(controls) + (random.chance(0.5) ? random.pick(letters) : '')),
  ],
  [
    'lone surrogates',
    (random, most) => repeated(random, most, () => random.pick(halves) + (random.chance(0.3) ? random.pick(letters) : '')),
  ],
  ['emoji joined', (random, most) => repeated(random, most, () => `${random.pick(emoji)}\u200d`)],
  ['emoji', (random, most) => repeated(random, most, () => random.pick(emoji))],
  ['flags without end', (random, most) => repeated(random, most, () => String.fromCodePoint(0x1f1e6 + random.below(26)))],
  ['markup nested', nested],
  [
    'markup at random',
    (random, most) => repeated(random, most, () => (random.chance(0.7) ? random.pick(delimiters) : random.pick(letters))),
  ],
  ['one pattern repeated', (random, most) => random.pick(patterns).repeat(lengthOf(random, most)).slice(0, lengthOf(random, most))],
  ['words without end', (random, most) => repeated(random, most, () => `${random.below(1_000_000).toString(36)} `)],
  ['one long word', (random, most) => random.pick(letters).repeat(lengthOf(random, most))],
  [
    'spaces',
    (random, most) => `a${repeated(random, most, () => random.pick([' ', '\t', '\n', '\r', '\u00a0', '\u3000']))}b`.slice(0, most),
  ],
  ['any sign', (random, most) => repeated(random, most, () => anySign(random))],
  [
    'attacks',
    (random, most) => repeated(random, most, () => `${random.pick(fragments)}${random.pick(['', ' ', '\n', random.pick(letters)])}`),
  ],
  [
    'mixed',
    (random, most) =>
      repeated(random, most, () =>
        random.pick([
          random.pick(letters),
          random.pick(marks),
          random.pick(bidi),
          random.pick(emoji),
          random.pick(delimiters),
          random.pick(controls),
          random.pick(fragments),
          ' ',
        ]),
      ),
  ],
];

/**
 * So many hostile texts, the same for the same seed. Each kind comes first once at full length, since the worst is what is longest;
 * `most` bounds them, for places that take no more.
 */
export function* hostileTexts(seed: string | number, count: number, most = longest): Generator<HostileText> {
  for (let place = 0; place < count; place += 1) {
    const random = randomFrom(`${seed}/text ${place}`);
    const [kind, make] = kinds[place % kinds.length] ?? kinds[0];
    const whole = place < kinds.length ? full(make, random, most) : make(random, most);
    yield { kind, text: whole };
  }
}

function full(make: Kind[1], random: Random, most: number): string {
  let text = '';
  while (text.length < most) text += make(random, most - text.length) || ' ';
  return text;
}
