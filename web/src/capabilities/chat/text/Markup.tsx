import { createContext, createElement, Fragment, type ReactNode, useContext, useMemo } from 'react';
import { toDisplayText } from './display-text.ts';
import { type MarkupNode, parseMarkup } from './markup.ts';

/** What plain stretches of text are shown as; a thread that knows names or numbers in them makes more of them. */
export const PlainTextContext = createContext<(text: string) => ReactNode>((text) => text);
const PlainText = ({ text }: { text: string }) => useContext(PlainTextContext)(text);

/** A message's text with its markup. Everything is an element or plain text, never HTML. */
export function Markup({ text }: { text: string }) {
  const nodes = useMemo(() => parseMarkup(toDisplayText(text)), [text]);
  return <Nodes nodes={nodes} />;
}

function Nodes({ nodes }: { nodes: MarkupNode[] }) {
  // Nodes never change places, so they are given as children one by one and need no keys.
  return createElement(Fragment, null, ...nodes.map(element));
}

function element(node: MarkupNode) {
  switch (node.kind) {
    case 'text':
      return <PlainText text={node.text} />;
    case 'code':
      return <code>{node.text}</code>;
    case 'link':
      return (
        <a href={node.href} target="_blank" rel="noopener noreferrer">
          {node.text}
        </a>
      );
    case 'bold':
      return (
        <strong>
          <Nodes nodes={node.children} />
        </strong>
      );
    case 'italic':
      return (
        <em>
          <Nodes nodes={node.children} />
        </em>
      );
    case 'strike':
      return (
        <s>
          <Nodes nodes={node.children} />
        </s>
      );
  }
}
