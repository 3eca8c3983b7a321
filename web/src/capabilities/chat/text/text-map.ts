/**
 * Where things stand in a text, found out in one pass over it. Every question afterwards is answered by one look, however long the text
 * is and however often it is asked, so that nothing built on it can take longer than the text is long.
 */
export type TextMap = {
  text: string;
  kinds: Uint8Array;
  /** The next end of a line, the next backtick, the next bracket of either kind, and what ends an address; the text's length if none. */
  line: Int32Array;
  tick: Int32Array;
  round: Int32Array;
  square: Int32Array;
  stop: Int32Array;
  /** Where what could be a host's name from here on ends: behind the last letter before anything that can not be part of one. */
  host: Int32Array;
  /** The end of the text up to here without the punctuation it closes with. */
  unpunctuated: Int32Array;
  /** Where an address that begins here ends before its punctuation is left off: 0 while nobody asked, below it when there is none. */
  address: Int32Array;
  /** How much work was done with this text: what the test of its growth counts. */
  steps: number;
};

const word = 1;
const space = 2;
const hostSign = 4;
const letter = 8;
const punctuation = 16;
const stops = 32;
const clinging = 64;
const special = 128;
const wordCharacter = /[\p{L}\p{N}]/u;
const spaceCharacter = /\s/;
const isOf = (signs: string, sign: string, kind: number) => (signs.includes(sign) ? kind : 0);

/** What each of the first 128 signs is: most texts hold no other. */
const plainKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return (
    (/[a-z0-9]/i.test(sign) ? word | hostSign | letter | clinging : 0) |
    (spaceCharacter.test(sign) ? space | stops : 0) |
    isOf('@', sign, hostSign | letter | clinging) |
    isOf('.-', sign, hostSign | clinging) |
    isOf('/_', sign, clinging) |
    isOf('<>"', sign, stops) |
    isOf('*_~`', sign, special) |
    isOf('.,;:!?\'"`', sign, punctuation)
  );
});

/** Of the other signs what was once found out: asking takes far longer than looking it up. */
const otherKinds = new Uint8Array(0x10000);
const known = 0x80;

function kindOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const plain = plainKinds[code];
  if (plain !== undefined) return plain;
  const other = otherKinds[code] ?? 0;
  if (other !== 0) return other & ~known;
  const sign = text[at] ?? '';
  const kind = wordCharacter.test(sign) ? word | hostSign | letter | clinging : spaceCharacter.test(sign) ? space | stops : 0;
  otherKinds[code] = kind | known;
  return kind;
}

const isKind = ({ kinds }: TextMap, at: number, kind: number) => ((kinds[at] ?? 0) & kind) !== 0;
export const isWord = (map: TextMap, at: number) => isKind(map, at, word);
export const isSpace = (map: TextMap, at: number) => isKind(map, at, space);
/** What may begin or end a mark, or code. */
export const isSpecial = (map: TextMap, at: number) => isKind(map, at, special);
/** What can not stand right before an address: it would be a part of it, or of an e-mail's. */
export const touchesAddress = (map: TextMap, at: number) => isKind(map, at, clinging);

export function mapText(text: string): TextMap {
  const room = () => new Int32Array(text.length + 1);
  const map: TextMap = {
    text,
    kinds: new Uint8Array(text.length + 1),
    line: room(),
    tick: room(),
    round: room(),
    square: room(),
    stop: room(),
    host: room(),
    unpunctuated: room(),
    address: room(),
    steps: 2 * text.length,
  };
  forward(map);
  backward(map);
  return map;
}

function forward({ text, kinds, unpunctuated }: TextMap): void {
  for (let at = 0; at < text.length; at += 1) {
    // A letter beyond the first plane is two signs here. Each alone is no letter, but both are part of a name.
    const kind = kinds[at] || kindOf(text, at) || kindOfPair(text, at);
    kinds[at] = kind;
    if (kind === farLetter && kinds[at - 1] !== farLetter) kinds[at + 1] = farLetter;
    unpunctuated[at + 1] = kind & punctuation ? (unpunctuated[at] ?? 0) : at + 1;
  }
}

const farLetter = hostSign | letter;

function kindOfPair(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0;
  return code > 0xffff && wordCharacter.test(String.fromCodePoint(code)) ? farLetter : 0;
}

function backward({ text, kinds, line, tick, round, square, stop, host }: TextMap): void {
  const end = text.length;
  let [nextLine, nextTick, nextRound, nextSquare, nextStop, nextHost] = [end, end, end, end, end, end];
  for (let at = end; at >= 0; at -= 1) {
    const kind = at < end ? (kinds[at] ?? 0) : 0;
    const code = at < end ? text.charCodeAt(at) : 0;
    if (code === codes.line) nextLine = at;
    else if (code === codes.tick) nextTick = at;
    else if (code === codes.round) nextRound = at;
    else if (code === codes.square) nextSquare = at;
    if (kind & stops) nextStop = at;
    if (!(kind & hostSign)) nextHost = at;
    else if (nextHost === at + 1 && !(kind & letter)) nextHost = at;
    line[at] = nextLine;
    tick[at] = nextTick;
    round[at] = nextRound;
    square[at] = nextSquare;
    stop[at] = nextStop;
    host[at] = nextHost;
  }
}

const codes = { line: 10, tick: 96, round: 40, square: 91 } as const;
