import { parseArgs } from 'node:util';

export const parts = ['ingestion', 'pages', 'live', 'growth', 'memory', 'web', 'bots', 'noisy', 'removal', 'webhooks'] as const;
export type Part = (typeof parts)[number];

export type Options = {
  tickets: number;
  messages: number;
  /** The big company stays in the cache folder, and is found there by the next run of the same size. */
  keep: boolean;
  /** How long one round of a load lasts; rounds of the load and of its baseline take turns. */
  seconds: number;
  rounds: number;
  /** How many webhooks are posted, at twenty a second. */
  posts: number;
  only: Set<Part>;
  /** Leaves docs/benchmarks.md as it is. */
  dry: boolean;
  command: string;
};

const largest = { tickets: 200_000, messages: 5_000_000 };

/** Throws a TypeError that says which argument is wrong. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      tickets: { type: 'string' },
      messages: { type: 'string' },
      full: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '5' },
      posts: { type: 'string', default: '2000' },
      only: { type: 'string', default: parts.join(',') },
      dry: { type: 'boolean', default: false },
    },
  });
  const size = values.full ? largest : { tickets: 20_000, messages: 500_000 };
  return {
    tickets: within('tickets', values.tickets ?? String(size.tickets), 500, largest.tickets),
    messages: within('messages', values.messages ?? String(size.messages), 5_000, largest.messages),
    keep: values.keep,
    seconds: within('seconds', values.seconds, 1, 60),
    rounds: within('rounds', values.rounds, 1, 50),
    posts: within('posts', values.posts, 20, 100_000),
    only: new Set(values.only.split(',').map(asPart)),
    dry: values.dry,
    command: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
  };
}

function within(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) throw new TypeError(`--${name} must be from ${least} to ${most}`);
  return value;
}

function asPart(text: string): Part {
  const part = parts.find((each) => each === text);
  if (!part) throw new TypeError(`--only takes some of ${parts.join(',')}`);
  return part;
}
