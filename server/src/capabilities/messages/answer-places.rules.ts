/**
 * What came in its order, and the answers of each ticket behind the last of it. Answers are soon marked as sent, and pages have room for
 * some changes each: all answers of a batch on one page would be written anew in every index.
 */
export function inOrder<Row extends { ticketId: number }>(cameIn: Row[], answers: Row[]): Row[] {
  const lastOf = new Map(cameIn.map(({ ticketId }, place) => [ticketId, place]));
  const placed = cameIn.map((row, place) => ({ row, place }));
  const behind = answers.map((row) => ({ row, place: (lastOf.get(row.ticketId) ?? cameIn.length) + 0.5 }));
  return [...placed, ...behind].toSorted((a, b) => a.place - b.place).map(({ row }) => row);
}
