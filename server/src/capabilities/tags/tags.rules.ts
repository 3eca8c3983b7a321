/** Ten hues in five tones, dark to light: the presets of the colour picker. */
const palette = [
  ['#9E141E', '#BA3535', '#D6504C', '#F26A64', '#FE9088'],
  ['#873D02', '#A84E05', '#CB600A', '#EC7622', '#FF9555'],
  ['#734C02', '#906106', '#AF760B', '#CE8C11', '#EFA303'],
  ['#595901', '#707105', '#89890D', '#A2A203', '#BCBC0D'],
  ['#006818', '#028321', '#2B9C3A', '#49B653', '#65D06C'],
  ['#0A644E', '#0D7E63', '#0F9978', '#12B58F', '#14D2A5'],
  ['#0A6169', '#037A84', '#0E94A0', '#00B0BE', '#0FCBDB'],
  ['#005990', '#0A71B1', '#0E89D6', '#12A3FC', '#69BCFF'],
  ['#583BAB', '#6E53C5', '#846CE0', '#9C85FC', '#B3A6FF'],
  ['#911B6A', '#AB3782', '#C6519A', '#E26AB3', '#FE83CD'],
];

/** Neighbours in this order differ in hue, so that the first tags of a company are told apart at a glance. */
export const tagColors = [2, 0, 4, 1, 3].flatMap((tone) => palette.flatMap((hue) => hue[tone] ?? []));

/** Picks a colour: an unused one, or else the next in the palette. */
export function pickColor(used: string[]): string {
  const taken = new Set(used.map((color) => color.toUpperCase()));
  return tagColors.find((color) => !taken.has(color)) ?? tagColors[used.length % tagColors.length] ?? '#0F9978';
}

/**
 * Which of the wanted tags a ticket gets: one lane at most. Of several lanes it is the last of those it is not in yet: whoever adds a
 * lane to a ticket moves it there.
 */
export function withOneLane(wanted: readonly number[], lanes: ReadonlySet<number>, worn: ReadonlySet<number>): number[] {
  const chosen = wanted.filter((id) => lanes.has(id));
  const lane = chosen.findLast((id) => !worn.has(id)) ?? chosen.at(-1);
  return wanted.filter((id) => id === lane || !lanes.has(id));
}
