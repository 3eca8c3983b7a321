import type { Origin } from '@prosa/contracts/messages';
import type { QueueOptionType } from '@prosa/contracts/queue-options';
import type { WorkingHours } from '@prosa/contracts/working-hours';
import { z } from 'zod';
import { type BillLookup, type BillOutcome, BillState } from '../../bills/bill-dialogue.rules.ts';

export type BotOption = { id: number; title: string; message: string; type: QueueOptionType; children: BotOption[] };
export type BotQueue = {
  id: number;
  name: string;
  greetingMessage: string;
  outOfHoursMessage: string;
  schedules: WorkingHours[];
  options: BotOption[];
};
/** All of a company's configuration that the bot works by, in one conversation. */
export type BotConfiguration = {
  zone: string;
  scheduleType: 'disabled' | 'queue' | 'company';
  /** The company's week. */
  schedules: WorkingHours[];
  /** Days in the company's zone on which it is closed. */
  holidays: string[];
  greetingMessage: string;
  outOfHoursMessage: string;
  /** Of the connection, in the order of its menu. */
  queues: BotQueue[];
  /** Queues that are not on its menu: a ticket may have been put in one of them. */
  otherQueues: BotQueue[];
};

/** Where the bot stands in a conversation: kept in the database, so that a restart changes nothing. */
export const BotState = z.object({
  /** Of another ticket: only what outlives one counts. */
  ticketId: z.int(),
  /**
   * `queues` and `options` await an answer, `bill` is a talk of its own, `ended` has handed over, `silent`: a person has spoken, or the
   * bot too much.
   */
  stage: z.enum(['new', 'queues', 'options', 'bill', 'ended', 'silent']),
  /** Where the bot has left the ticket: in another queue, somebody else has put it there. */
  queueId: z.int().nullable(),
  optionId: z.int().nullable(),
  bill: BillState.nullable(),
  /** Automatic texts since a person has spoken last, and how often the last of them was said in a row. */
  texts: z.int(),
  lastText: z.string(),
  repeats: z.int(),
  /** When something was last said: what the customer wrote before it does not answer it. */
  saidAt: z.iso.datetime().nullable(),
  /** When the customer was last told that nobody is there. */
  closedSaidAt: z.iso.datetime().nullable(),
});
export type BotState = z.output<typeof BotState>;

export type BotTicket = {
  id: number;
  status: 'pending' | 'open' | 'closed';
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
  /** When a person has last spoken or acted in it. */
  attendedAt: string | null;
};
export type BotEvent =
  /**
   * `body` is empty for all that is no text. `sentAt` is when it was written, `at` when it is answered. `isUnseen`: it came together with
   * what was answered last, so that it does not answer that.
   */
  | { kind: 'customer'; body: string; at: Date; sentAt?: Date; isUnseen?: boolean }
  /** Somebody wrote on the company's own phone. */
  | { kind: 'phone'; at: Date }
  | { kind: 'found'; outcome: BillOutcome; at: Date };

export type BotSay = {
  text: string;
  origin: Origin;
  why: string;
  mediaId?: number;
  /** Holds words of others: variables in it stay as they are. */
  isLiteral?: boolean;
};
export type BotHistory = { what: string; from: string | null; to: string | null; why: string };

/** What follows from one event. Applied in the transaction that stored it. */
export type BotStep = {
  state: BotState;
  /** Absent: it stays where it is. */
  queueId?: number | null;
  /** Whether the customer is in the bot's hands: what the ticket shows. */
  chatbot: boolean;
  says: BotSay[];
  /** Rows of the ticket's history: each decision with the rule that made it. */
  history: BotHistory[];
  lookup?: BillLookup;
};
