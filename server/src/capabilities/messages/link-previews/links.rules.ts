/** A link as it is written in a message, where it leads, and the address that is asked for it. */
export type Link = { link: string; url: string; address: string };

const longest = 2_000;
const looked = 8_000;
/** A scheme or `www.` begins a link that is worth a look; a name alone may be a slip of the pen. */
const linkLike = /(?<![\p{L}\p{N}@.])(?:https?:\/\/|www\.)[^\s<>"'`]+/iu;

/** The first link of a text, if it is one that a public web server may answer. */
export function firstLink(body: string): Link | undefined {
  const found = linkLike.exec(body.slice(0, looked))?.[0] ?? '';
  const link = withoutSentence(found);
  if (link === '' || link.length > longest) return undefined;
  const url = /^www\./i.test(link) ? `https://${link}` : link;
  if (!URL.canParse(url)) return undefined;
  const asked = new URL(url);
  if (asked.username !== '' || asked.password !== '' || !asked.hostname.includes('.')) return undefined;
  asked.hash = '';
  return { link, url, address: asked.href };
}

/** Punctuation after a link belongs to the sentence, and so does a bracket that it did not open. */
function withoutSentence(found: string): string {
  const opened = { ')': firstPlace(found, '('), ']': firstPlace(found, '[') };
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    const isSign = '.,;:!?*_~…'.includes(last);
    const isForeignBracket = (last === ')' || last === ']') && opened[last] >= end;
    if (!isSign && !isForeignBracket) break;
  }
  return found.slice(0, end);
}

function firstPlace(text: string, sign: string): number {
  const place = text.indexOf(sign);
  return place < 0 ? text.length : place;
}
