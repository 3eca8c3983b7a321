import { Fragment, useMemo } from 'react';
import { parseMarkup, type MarkupNode } from './markup.ts';

/** A message's text with its markup. Everything is an element or plain text, never HTML. */
export function Markup({ text }: { text: string }) {
  const nodes = useMemo(() => parseMarkup(text), [text]);
  return <Nodes nodes={nodes} />;
}

function Nodes({ nodes }: { nodes: MarkupNode[] }) {
  // The place in the text is the identity of a node: nodes are never reordered.
  return nodes.map((node, index) => <Fragment key={`${index}${node.kind}`}>{element(node)}</Fragment>);
}

function element(node: MarkupNode) {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'code':
      return <code>{node.text}</code>;
    case 'link':
      return (
        <a href={node.href} target="_blank" rel="noopener noreferrer">
          {node.text}
        </a>
      );
    case 'bold':
      return <strong><Nodes nodes={node.children} /></strong>;
    case 'italic':
      return <em><Nodes nodes={node.children} /></em>;
    case 'strike':
      return <s><Nodes nodes={node.children} /></s>;
  }
}
