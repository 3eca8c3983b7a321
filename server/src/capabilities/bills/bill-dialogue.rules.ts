import { type BillReason, billReasons } from '@prosa/contracts/reasons';
import { z } from 'zod';
import { billTexts, dayText, moneyText } from './bill-texts.rules.ts';
import { readDocument } from './document.rules.ts';

/** Where the conversation about a bill stands. */
export const BillState = z.object({
  step: z.enum(['document', 'ownership', 'looking', 'choice']),
  tries: z.int(),
  document: z.string().nullable(),
  /** What was offered to choose from, by its id at the provider. */
  offered: z.array(z.string()),
  /** Present once a second fact was asked for. Versions up to 0088 asked for the one that is named, and read no other value. */
  asks: z.enum(['birthDate', 'email', 'name']).optional(),
  fact: z.string().optional(),
  /** When something was asked last: after half an hour it is asked from the start. */
  since: z.iso.datetime().optional(),
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
  /** No record of this document was shown to be the asker's. The reason is for agents: the customer is asked the same in each case. */
  | { kind: 'unproven'; why: UnprovenReason }
  | { kind: 'tooMany' }
  | { kind: 'failed'; why: string };

/** There is a record and what was said does not fit, there is none, or it holds nothing that could be asked for. */
export type UnprovenReason = Extract<BillReason, (typeof billReasons)['ownership' | 'unknownDocument' | 'unprovable']>;

export type BillStep = {
  /** Nothing: the conversation about the bill is over. */
  state: BillState | null;
  says: Array<{ text: string; why: string; mediaId?: number }>;
  lookup?: BillLookup;
  /** A person goes on, for this reason. */
  handOver?: string;
};

const maxTries = 3;
const lastsMinutes = 30;
const says = (text: string, why: string) => [{ text, why }];
const handOver = (text: string, why: string): BillStep => ({ state: null, says: says(text, why), handOver: why });

/** The first question, below the option's own text. */
export function beginBill(now?: Date): BillStep {
  return { state: firstState(now), says: says(billTexts.askDocument, billReasons.begun) };
}

const firstState = (now: Date | undefined): BillState => ({ step: 'document', tries: 0, document: null, offered: [], ...sinceOf(now) });
const sinceOf = (now: Date | undefined) => (now ? { since: now.toISOString() } : {});

/** What follows from what the customer wrote, or from what was found. The step that found something came from `looking` alone. */
export function billStep(state: BillState, event: BillEvent, now?: Date): BillStep {
  if (event.kind === 'found') return state.step === 'looking' ? found({ ...state, ...sinceOf(now) }, event.outcome) : { state, says: [] };
  if (isLeaving(event.text)) return { state: null, says: says(billTexts.left, billReasons.left) };
  if (isExpired(state, now)) return beginAgain(event.text, now);
  const current = { ...state, ...sinceOf(now) };
  if (state.step === 'document') return documentGiven(current, event.text);
  if (state.step === 'ownership') return factGiven(current, event.text);
  if (state.step === 'choice') return choiceGiven(current, event.text);
  // The answer is on its way: whatever is said meanwhile changes nothing.
  return { state, says: [] };
}

const isLeaving = (text: string) => /^\W*(0|sair|cancelar|encerrar|parar)\W*$/i.test(text);

const isExpired = ({ since }: BillState, now: Date | undefined) =>
  now !== undefined && since !== undefined && now.getTime() - Date.parse(since) > lastsMinutes * 60_000;

function beginAgain(text: string, now: Date | undefined): BillStep {
  if (readDocument(text) !== undefined) return documentGiven(firstState(now), text);
  return { state: firstState(now), says: says(billTexts.askAgain, billReasons.expired) };
}

function lookFor(state: BillState, chosen: string | null): BillStep {
  const { document, fact = null } = state;
  if (document === null) return beginBill();
  // Whoever queues it knows the number that asks.
  return { state: { ...state, step: 'looking' }, says: [], lookup: { document, number: '', secondFact: fact, chosen } };
}

function documentGiven(state: BillState, text: string): BillStep {
  const document = readDocument(text);
  if (document !== undefined) return lookFor({ ...state, document }, null);
  return tryAgain(state, (left) => billTexts.badDocument(left), billReasons.badDocument);
}

/** Another document is one that was mistyped before. */
function factGiven(state: BillState, text: string): BillStep {
  const document = readDocument(text);
  if (document === undefined) return lookFor({ ...state, fact: text.trim().slice(0, 200) }, null);
  const { fact: _, ...current } = state;
  return lookFor({ ...current, document }, null);
}

function choiceGiven(state: BillState, text: string): BillStep {
  const place = Number(/^\D*(\d{1,2})\D*$/.exec(text)?.[1] ?? 0);
  const chosen = state.offered[place - 1];
  if (chosen !== undefined) return lookFor(state, chosen);
  return tryAgain(state, (left) => billTexts.badChoice(state.offered.length, left), billReasons.found);
}

/** The same question once more, until it was asked three times. */
function tryAgain(state: BillState, text: (left: number) => string, why: string): BillStep {
  const tries = state.tries + 1;
  if (tries >= maxTries) return handOver(billTexts.tooManyTries, billReasons.tooManyTries);
  return { state: { ...state, tries }, says: says(text(maxTries - tries), why) };
}

function found(state: BillState, outcome: BillOutcome): BillStep {
  switch (outcome.kind) {
    case 'bills':
      return billsFound(state, outcome.maskedName, outcome.bills);
    case 'none':
      return { state: null, says: says(billTexts.none, billReasons.none) };
    case 'unproven':
      return unproven(state, outcome.why);
    case 'tooMany':
      return handOver(billTexts.tooOften, billReasons.tooOften);
    case 'failed':
      return handOver(billTexts.failed, outcome.why);
  }
}

/** The first question, then the same one again for whatever was answered; only the reason, which agents see, tells cases apart. */
function unproven(state: BillState, why: UnprovenReason): BillStep {
  const { fact: _, ...asked } = state;
  if (state.asks === undefined)
    return { state: { ...asked, step: 'ownership', tries: 0, asks: 'birthDate' }, says: says(billTexts.askFact, why) };
  const step = tryAgain({ ...asked, step: 'ownership' }, (left) => billTexts.wrongFact(left), why);
  return step.state === null && why !== billReasons.ownership ? { ...step, handOver: why } : step;
}

function billsFound(state: BillState, name: string, bills: FoundBill[]): BillStep {
  const [only, ...others] = bills;
  if (!only) return { state: null, says: says(billTexts.none, billReasons.none) };
  if (others.length === 0) return deliver(name, only);
  const offered = bills.toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1)).slice(0, mostOffered);
  const lines = offered.map(({ amountCents, dueDate }, place) => billTexts.line(place + 1, moneyText(amountCents), dayText(dueDate)));
  return {
    state: { ...state, step: 'choice', tries: 0, offered: offered.map(({ id }) => id) },
    says: says(billTexts.list(name, lines), billReasons.found),
  };
}

/** At most so many are listed, the oldest first. */
export const mostOffered = 10;

/** Codes stand alone in their message, so that they can be copied with one touch. */
function deliver(name: string, { amountCents, dueDate, line, pixCode, qrMediaId, pdfMediaId }: FoundBill): BillStep {
  const why = billReasons.found;
  const parts = [
    ...(line === null ? [] : [{ word: 'o código de barras', says: { text: line, why } }]),
    ...(pixCode === null ? [] : [{ word: 'o Pix copia e cola', says: { text: pixCode, why } }]),
    ...(qrMediaId === null ? [] : [{ word: 'o QR Code', says: { text: billTexts.qr, why, mediaId: qrMediaId } }]),
    ...(pdfMediaId === null ? [] : [{ word: 'o boleto em PDF', says: { text: billTexts.pdf, why, mediaId: pdfMediaId } }]),
  ];
  const follows = parts.length > 0 ? billTexts.follows(parts.map(({ word }) => word)) : billTexts.noCode;
  const text = billTexts.bill(name, moneyText(amountCents), dayText(dueDate), follows);
  const said = [{ text, why }, ...parts.map((part) => part.says)];
  return { state: null, says: said, ...(parts.length === 0 && { handOver: billReasons.noCode }) };
}
