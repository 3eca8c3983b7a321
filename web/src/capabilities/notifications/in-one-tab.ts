const headStart = 150;
const heldFor = 3000;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Of all tabs of this browser that hear of the same thing, one does the deed: the one being looked at, if any. */
export async function inOneTab(what: string, deed: () => void): Promise<void> {
  // Absent on pages served over plain HTTP from another machine.
  if (!('locks' in navigator)) return deed();
  if (document.hidden) await wait(headStart);
  await navigator.locks.request(`prosa-${what}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    deed();
    await wait(heldFor);
  });
}
