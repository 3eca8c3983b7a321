/** What a page says of itself, as plain text of a bounded length. */
export type PageWords = { title: string; description: string; site: string };
const most = { title: 200, description: 300, site: 100 } as const;

/** Returns undefined when the page says neither what it is called nor what it is about. */
export function readPage(bytes: Uint8Array, contentType: string): PageWords | undefined {
  const { named, said } = scanHead(decode(bytes, contentType));
  const title = clean(said.get('og:title') ?? said.get('twitter:title') ?? named ?? '', most.title);
  const description = clean(
    said.get('og:description') ?? said.get('twitter:description') ?? said.get('description') ?? '',
    most.description,
  );
  const site = clean(said.get('og:site_name') ?? '', most.site);
  return title === '' && description === '' ? undefined : { title, description, site };
}

type Head = { named: string | undefined; said: Map<string, string> };

const tagPattern = /<(?:!--|(?:\/head|body|script|style|title|meta)\b)/gi;
/** Everything up to the end of these is neither shown to readers nor read here; the other tags end with the next sign. */
const endPatterns: Record<string, RegExp> = { '<!--': /-->/g, '<script': /<\/script/gi, '<style': /<\/style/gi };
const tagEndPattern = />/g;
const maxTagLength = 4_000;
const maxTitleLength = 2_000;

/** Reads what stands before the body in one pass that never goes back: its cost grows with the length of the text alone. */
function scanHead(html: string): Head {
  const head: Head = { named: undefined, said: new Map() };
  for (let at = 0; ; ) {
    const tag = findFrom(html, tagPattern, at);
    const name = tag?.text.toLowerCase() ?? '';
    if (!tag || name === '</head' || name === '<body') return head;
    const end = findFrom(html, endPatterns[name] ?? tagEndPattern, tag.end);
    if (!end) return head;
    if (name === '<title') head.named ??= textBehind(html, end.end);
    if (name === '<meta') noteMeta(head.said, html.slice(tag.start, Math.min(end.start, tag.start + maxTagLength)));
    at = end.end;
  }
}

function findFrom(html: string, pattern: RegExp, from: number) {
  pattern.lastIndex = from;
  const found = pattern.exec(html);
  return found && { text: found[0], start: found.index, end: pattern.lastIndex };
}

const textBehind = (html: string, from: number) => html.slice(from, from + maxTitleLength).replace(/<[\s\S]*/, '');

/** The first of each name counts. */
function noteMeta(said: Map<string, string>, tag: string): void {
  const name = (attribute(tag, 'property') ?? attribute(tag, 'name') ?? '').toLowerCase();
  const content = attribute(tag, 'content');
  if (name !== '' && content !== undefined && !said.has(name)) said.set(name, content);
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

function decode(bytes: Uint8Array, contentType: string): string {
  const declared = /charset\s*=\s*["']?([\w-]{1,40})/i;
  const first = new TextDecoder('latin1').decode(bytes.subarray(0, 2_048));
  const tags = first.match(/<meta\b[^>]{0,500}/gi)?.join(' ') ?? '';
  const label = declared.exec(contentType)?.[1] ?? declared.exec(tags)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…' };
const accented: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
};

function entity(whole: string, body: string): string {
  if (body.startsWith('#')) {
    const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
    return Number.isInteger(code) && code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  }
  const [, letter = '', mark = ''] = /^([A-Za-z])(acute|grave|circ|tilde|uml|cedil)$/.exec(body) ?? [];
  return named[body] ?? (letter === '' ? whole : `${letter}${accented[mark] ?? ''}`.normalize('NFC'));
}

/** One line without marks that steer how it is shown, cut where it is long. */
function clean(text: string, longest: number): string {
  const line = text
    .slice(0, longest * 20)
    .replace(/&(#x?[\da-f]{1,7}|[a-z]{2,9});/gi, entity)
    .replace(/[\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const letters = Array.from(line);
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join('')}…`;
}
