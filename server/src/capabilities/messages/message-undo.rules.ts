/** One change of a message, and what it took the place of. */
export type Change<Before> = { id: number; before: Before };

/**
 * What is left of the changes of a message, oldest first, once the channel would not take some of them: each that stays took the place of
 * what stood before those that went. `restored` is what stands again where the latest change went.
 */
export function withoutRefused<Before>(
  changes: ReadonlyArray<Change<Before>>,
  refused: ReadonlySet<number>,
): { moved: Array<Change<Before>>; restored?: { before: Before } } {
  const moved: Array<Change<Before>> = [];
  let gone: { before: Before } | undefined;
  for (const { id, before } of changes)
    if (refused.has(id)) gone ??= { before };
    else {
      if (gone) moved.push({ id, before: gone.before });
      gone = undefined;
    }
  return { moved, ...(gone && { restored: gone }) };
}
