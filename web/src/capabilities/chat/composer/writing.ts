import type { ClipboardEvent } from 'react';

/** Puts something where the caret stands, in place of so many characters before it. */
export function insertAt(
  area: HTMLTextAreaElement | null,
  words: string,
  piece: string,
  replaced: number,
  write: (words: string) => void,
): void {
  const from = (area?.selectionStart ?? words.length) - replaced;
  write(words.slice(0, from) + piece + words.slice(area?.selectionEnd ?? words.length));
  area?.focus();
  requestAnimationFrame(() => area?.setSelectionRange(from + piece.length, from + piece.length));
}

/** Files on the clipboard are attached instead of pasted. */
export function pasteFiles(event: ClipboardEvent, onFiles: (files: readonly File[]) => void): void {
  const files = [...event.clipboardData.files];
  if (files.length === 0) return;
  event.preventDefault();
  onFiles(files);
}
