import { z } from 'zod';

/** Where the conversation about a bill stands. */
export const BillState = z.object({
  step: z.enum(['document', 'ownership', 'looking', 'choice']),
  tries: z.int(),
  document: z.string().nullable(),
  /** What was offered to choose from, by its id at the provider. */
  offered: z.array(z.string()),
});
export type BillState = z.output<typeof BillState>;

/** What is asked of the company's billing system, outside of any transaction. */
export type BillLookup = { document: string; number: string; secondFact: string | null; chosen: string | null };
export type BillEvent = { kind: 'text'; text: string } | { kind: 'found'; outcome: BillOutcome };
/** Files were stored before: a step only says what to send. */
export type FoundBill = {
  id: string;
  amountCents: number;
  dueDate: string;
  line: string | null;
  pixCode: string | null;
  qrMediaId: number | null;
  pdfMediaId: number | null;
};
export type BillOutcome =
  | { kind: 'bills'; maskedName: string; bills: FoundBill[] }
  | { kind: 'none' }
  | { kind: 'unknown' }
  | { kind: 'unproven' }
  | { kind: 'tooMany' }
  | { kind: 'failed'; why: string };

export type BillStep = {
  /** Nothing: the conversation about the bill is over. */
  state: BillState | null;
  says: Array<{ text: string; why: string; mediaId?: number }>;
  lookup?: BillLookup;
  /** A person goes on, for this reason. */
  handOver?: string;
};

/** The first question, below the option's own text. */
export function beginBill(): BillStep {
  return { state: null, says: [], handOver: 'the second copy of a bill is not set up' };
}

export function billStep(_state: BillState, _event: BillEvent): BillStep {
  return beginBill();
}
