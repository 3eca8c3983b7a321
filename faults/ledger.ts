import type { Caller } from './caller.ts';
import type { Watcher } from './watcher.ts';

/** What the simulated network has acknowledged to a customer, or to somebody on the company's own phone. */
export type CustomerMessage = { id: string; body: string; fromMe: boolean };
/** What the API has acknowledged to an agent. */
export type AgentMessage = { id: string; messageId: number; body: string };

/** One customer on one connection, and everything that was acknowledged to either side, in its order. */
export type Conversation = {
  name: string;
  company: Company;
  connectionId: number;
  number: string;
  ticketId: number | undefined;
  said: CustomerMessage[];
  answered: AgentMessage[];
  /** The furthest receipt that the network acknowledged, by message. */
  receipts: Map<string, number>;
};

export type Company = { id: number; admin: Caller; agent: Caller; agentId: number; connectionIds: number[]; watcher: Watcher };

export type Ledger = { companies: Company[]; conversations: Conversation[] };

export function totals({ conversations }: Ledger): { inbound: number; outbound: number; receipts: number } {
  const sum = (count: (conversation: Conversation) => number) => conversations.reduce((all, each) => all + count(each), 0);
  return {
    inbound: sum(({ said }) => said.length),
    outbound: sum(({ answered }) => answered.length),
    receipts: sum(({ receipts }) => receipts.size),
  };
}
