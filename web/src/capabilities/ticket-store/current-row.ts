/** Gives the focus to the row of a ticket, where its list is shown and has it; else nothing has the focus. */
export function focusRow(uuid: string): void {
  const row = document.querySelector<HTMLElement>(`[data-row][href^="/tickets/${uuid}"]`);
  if (row?.checkVisibility?.() !== false && row) row.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
