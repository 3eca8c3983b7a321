import { Fragment, type ReactNode } from 'react';

/** A text whose `{placeholders}` are filled with elements, so that the words around them stay in the catalogue. */
export function RichText({ text, values }: { text: string; values: Record<string, ReactNode> }) {
  return text.split(/(\{\w+\})/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
    <Fragment key={index}>{/^\{\w+\}$/.test(piece) ? values[piece.slice(1, -1)] : piece}</Fragment>
  ));
}
