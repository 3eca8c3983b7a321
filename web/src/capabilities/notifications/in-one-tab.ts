const hiddenTabDelay = 150;
const lockMilliseconds = 3000;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Runs an action in only one tab of this browser, preferably the visible one. */
export async function inOneTab(what: string, action: () => void): Promise<void> {
  // Absent on pages served over plain HTTP from another machine.
  if (!('locks' in navigator)) return action();
  if (document.hidden) await wait(hiddenTabDelay);
  await navigator.locks.request(`prosa-${what}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    action();
    await wait(lockMilliseconds);
  });
}
