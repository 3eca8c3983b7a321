import { type CSSProperties, useState } from 'react';
import styles from './Avatar.module.css';

/** A picture, or the initials on the name's own tint when there is none. Decorative: the name stands beside it. */
export function Avatar({ name, picture, size = 40 }: { name: string; picture?: string | undefined; size?: number }) {
  const [failed, setFailed] = useState<string>();
  const look: CSSProperties & { '--hue': number } = {
    width: size,
    height: size,
    fontSize: Math.max(8, Math.round(size / 3)),
    '--hue': hueOf(name),
  };
  return (
    <span aria-hidden="true" className={styles.avatar} data-tint style={look}>
      {picture && picture !== failed ? <img src={picture} alt="" loading="lazy" onError={() => setFailed(picture)} /> : initials(name)}
    </span>
  );
}

/** Always the same for a name, and far enough from the next to tell them apart. */
function hueOf(name: string): number {
  let sum = 7;
  for (const character of name.slice(0, 200)) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return (sum % 12) * 30;
}

/** The first letters of the first and the last word; of one word, its first two. */
export function initials(name: string): string {
  const words = name.slice(0, 200).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return (last ? letter(first) + letter(last) : Array.from(first).slice(0, 2).join('')).toUpperCase();
}
const letter = (word: string) => Array.from(word)[0] ?? '';
