/** Gives the focus to the row of a ticket, or into its list; where no list is shown, nothing has the focus. */
export function focusRow(uuid: string): void {
  const row = document.querySelector<HTMLElement>(`[data-row][href^="/tickets/${uuid}"]`);
  if (row?.checkVisibility?.() !== false && row) row.focus();
  else if (!focusNearRow() && document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

type Near = () => boolean;
let near: Near | undefined;

/** The list that is shown says how the focus comes to the row next to where it was. */
export function offerNearRow(find: Near): () => void {
  near = find;
  return () => {
    if (near === find) near = undefined;
  };
}

/** Gives the focus to the row nearest to the one that had it or whose conversation was shown; false without a list. */
export const focusNearRow: Near = () => near?.() ?? false;
