import type { BinaryNode, WASocket } from '@whiskeysockets/baileys';

type Parts = {
  /** Nothing more may be acknowledged: the socket has to go. */
  fail(error: unknown): Promise<void>;
  inTurn<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * The library hears of what comes, and acknowledges it, once it is committed. A phone that asks for a message again gets it with new keys,
 * in its turn: what is sent meanwhile would put the old ones back. One that waited for us is not queued behind everything else that did,
 * so that its end is the end of its turn.
 */
export function holdBack(ws: WASocket['ws'], event: string, take: (node: BinaryNode) => Promise<void>, { fail, inTurn }: Parts): void {
  const listeners = ws.listeners(event);
  ws.removeAllListeners(event);
  const handOver = (node: BinaryNode): unknown[] => listeners.map((listener): unknown => listener.call(ws, node));
  const sendAgain = async (node: BinaryNode) => {
    const attrs = { ...node.attrs };
    delete attrs.offline;
    await Promise.all(handOver({ ...node, attrs }));
  };
  ws.on(event, (node: BinaryNode) => {
    const goOn = () => (node.attrs.type === 'retry' ? inTurn(() => sendAgain(node)) : void handOver(node));
    take(node).then(goOn).catch(fail);
  });
}
