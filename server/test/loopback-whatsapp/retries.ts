import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Customer } from './customer.ts';
import { now } from './nodes.ts';

const mostTries = 5;

/** What phones could not read and ask for again, as often as a real one does: from the second time on with keys for a new session. */
export class Retries {
  private readonly asked = new Map<string, number>();
  private readonly open = new Set<string>();

  /** The next question for a message, and under which name it waits for its acknowledgement; undefined when the phone has given up. */
  next(customer: Customer, id: string): { key: string; node: BinaryNode } | undefined {
    const count = (this.asked.get(id) ?? 0) + 1;
    if (count > mostTries) return undefined;
    this.asked.set(id, count);
    this.open.add(id);
    const retry = { tag: 'retry', attrs: { count: String(count), id, t: now(), v: '1' } };
    const keys = count > 1 ? keysOf(customer) : [];
    return {
      key: `${id}/retry/${count}`,
      node: { tag: 'receipt', attrs: { from: customer.pn, id, type: 'retry', t: now() }, content: [retry, ...keys] },
    };
  }

  /** Whether this message was waited for; from now on it is not. */
  isAnswer(id: string): boolean {
    return this.open.delete(id);
  }
}

/** The registration stands beside the keys. */
function keysOf(customer: Customer): BinaryNode[] {
  const { content } = customer.bundle(customer.pn);
  const parts = Array.isArray(content) ? content : [];
  const registration = parts.filter(({ tag }) => tag === 'registration');
  return [...registration, { tag: 'keys', attrs: {}, content: parts.filter(({ tag }) => tag !== 'registration') }];
}
