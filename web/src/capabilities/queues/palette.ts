/** The 50 preset colours: ten hues, each in five tones from dark to light. */
export const hues = {
  red: ['#9E141E', '#BA3535', '#D6504C', '#F26A64', '#FE9088'],
  orange: ['#873D02', '#A84E05', '#CB600A', '#EC7622', '#FF9555'],
  amber: ['#734C02', '#906106', '#AF760B', '#CE8C11', '#EFA303'],
  lime: ['#595901', '#707105', '#89890D', '#A2A203', '#BCBC0D'],
  green: ['#006818', '#028321', '#2B9C3A', '#49B653', '#65D06C'],
  emerald: ['#0A644E', '#0D7E63', '#0F9978', '#12B58F', '#14D2A5'],
  cyan: ['#0A6169', '#037A84', '#0E94A0', '#00B0BE', '#0FCBDB'],
  blue: ['#005990', '#0A71B1', '#0E89D6', '#12A3FC', '#69BCFF'],
  violet: ['#583BAB', '#6E53C5', '#846CE0', '#9C85FC', '#B3A6FF'],
  pink: ['#911B6A', '#AB3782', '#C6519A', '#E26AB3', '#FE83CD'],
} as const;
export type Hue = keyof typeof hues;
export type Preset = { color: string; hue: Hue; tone: number };

const names: readonly Hue[] = ['red', 'orange', 'amber', 'lime', 'green', 'emerald', 'cyan', 'blue', 'violet', 'pink'];
export const columns = names.length;

/** Row by row: ten hues beside each other, five tones below each other. */
export const palette: readonly Preset[] = [0, 1, 2, 3, 4].flatMap((tone) =>
  names.map((hue) => ({ color: hues[hue][tone] ?? '', hue, tone: tone + 1 })),
);

export const isSameColor = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The first colour, of the middle tones first, that no other queue has. */
export function freeColor(used: readonly string[]): string {
  const wanted = palette.toSorted((a, b) => Math.abs(a.tone - 2) - Math.abs(b.tone - 2));
  return wanted.find(({ color }) => !used.some((other) => isSameColor(color, other)))?.color ?? '';
}
