/** What a page says of itself, as plain text of a bounded length. */
export type PageWords = { title: string; description: string; site: string };
const most = { title: 200, description: 300, site: 100 } as const;

/** Nothing where it says neither what it is called nor what it is about. */
export function readPage(bytes: Uint8Array, contentType: string): PageWords | undefined {
  const head = headOf(decode(bytes, contentType));
  const said = metaOf(head);
  const named = /<title\b[^>]{0,500}>([^<]{0,2000})/i.exec(head)?.[1] ?? '';
  const title = clean(said.get('og:title') ?? said.get('twitter:title') ?? named, most.title);
  const description = clean(
    said.get('og:description') ?? said.get('twitter:description') ?? said.get('description') ?? '',
    most.description,
  );
  const site = clean(said.get('og:site_name') ?? '', most.site);
  return title === '' && description === '' ? undefined : { title, description, site };
}

/** What stands before the body; nothing that is shown to readers or run is looked at. */
function headOf(html: string): string {
  const end = html.search(/<\/head\s{0,100}>|<body\b/i);
  return (end < 0 ? html : html.slice(0, end))
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1|$)/gi, ' ');
}

/** The first of each name counts. */
function metaOf(head: string): Map<string, string> {
  const said = new Map<string, string>();
  for (const [tag] of head.matchAll(/<meta\b[^>]{1,4000}/gi)) {
    const name = (attribute(tag, 'property') ?? attribute(tag, 'name') ?? '').toLowerCase();
    const content = attribute(tag, 'content');
    if (name !== '' && content !== undefined && !said.has(name)) said.set(name, content);
  }
  return said;
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
