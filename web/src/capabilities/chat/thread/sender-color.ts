/** A colour that stays with one speaker of a group, from their number. */
export function hueOf(number: string): number {
  let hash = 0;
  for (const character of number) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  // Numbers of one company are neighbours; their colours are not.
  return (hash * 137) % 360;
}
