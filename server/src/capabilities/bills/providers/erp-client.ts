import { billReasons } from '@prosa/contracts/reasons';
import { z } from 'zod';
import { FairQueue } from '../../../platform/fair-queue.ts';
import { type Outbound, type OutboundAnswer, type OutboundCall, OutboundError } from '../../../platform/outbound/outbound.ts';
import { BillSystemError } from './port.ts';

const mebibyte = 2 ** 20;
const maxBytes = mebibyte;
const maxPdfBytes = 10 * mebibyte;
/** As base64 with its line breaks. */
const maxPdfTextBytes = Math.ceil((maxPdfBytes * 4) / 3) + 512 * 1024;
const callSeconds = 10;

/** Few files at once, and one of a company: each may take some ten megabytes of memory. */
const filePlaces = new FairQueue({ atOnce: 6, maxWaiting: 12, maxOfGroup: 4, ofGroup: 1 });

type ErpCall = Pick<OutboundCall, 'url' | 'method' | 'headers' | 'body' | 'chosenBy'> & { step: string };
type ErpAnswer = { status: number; text: string };

export type ErpClient = {
  ask(call: ErpCall): Promise<ErpAnswer>;
  /** A bill's file: the bytes of a PDF, or that as base64. Nothing where it is none, too large, or does not come. */
  file(call: ErpCall): Promise<Buffer | null>;
};

/**
 * Calls of one look-up to a billing system: nowhere but where the guarded client leads, no redirections, ten seconds and a megabyte
 * each, once more where no connection came about, and all of them within the time that the look-up has.
 */
export function openErpClient(outbound: Outbound, { companyId, deadline }: { companyId: number; deadline: number }): ErpClient {
  async function send({ step, ...call }: ErpCall, limitBytes: number): Promise<OutboundAnswer> {
    const left = (deadline - performance.now()) / 1000;
    if (left <= 0) throw new BillSystemError(billReasons.unreachable, step);
    return outbound({ ...call, purpose: 'erp', maxBytes: limitBytes, totalSeconds: Math.min(callSeconds, left) });
  }
  async function sendTwice(call: ErpCall, limitBytes: number): Promise<OutboundAnswer> {
    try {
      return await send(call, limitBytes).catch((error: unknown) => {
        // All calls read: one that may have arrived does no harm a second time.
        if (isNetworkError(error)) return send(call, limitBytes);
        throw error;
      });
    } catch (error) {
      throw error instanceof OutboundError ? new BillSystemError(reasonOf(error), call.step) : error;
    }
  }
  return {
    async ask(call) {
      const { status, body } = await sendTwice(call, maxBytes);
      if (status === 403) throw new BillSystemError(billReasons.denied, call.step);
      // A redirection is not followed: who knows where it leads with our key.
      if (status >= 300 && status < 400) throw new BillSystemError(billReasons.refused, call.step);
      if (status >= 500 || status === 429) throw new BillSystemError(billReasons.unreachable, call.step);
      return {
        status,
        text: body
          .toString('utf8')
          .replace(/^\uFEFF/, '')
          .trim(),
      };
    },
    file: (call) =>
      filePlaces
        .run({ group: String(companyId), member: '' }, async () => pdfOf(await send(call, maxPdfTextBytes)))
        // A bill without its file can still be paid.
        .catch(() => null),
  };
}

const isNetworkError = (error: unknown) =>
  error instanceof OutboundError && (error.reason === 'unreachable' || (error.reason === 'timeout' && !error.mayHaveArrived));

function reasonOf({ reason }: OutboundError) {
  if (reason === 'refused') return billReasons.refused;
  return reason === 'too-large' || reason === 'wrong-type' ? billReasons.unreadable : billReasons.unreachable;
}

const magic = Buffer.from('%PDF');

function pdfOf({ status, body }: OutboundAnswer): Buffer | null {
  if (status !== 200) return null;
  const isPdf = body.subarray(0, 1024).includes(magic);
  const bytes = isPdf
    ? body
    : Buffer.from(
        body.toString('latin1').replace(/^\s*"|"\s*$|\\\//g, (found) => (found === '\\/' ? '/' : '')),
        'base64',
      );
  return bytes.subarray(0, 1024).includes(magic) && bytes.length <= maxPdfBytes ? bytes : null;
}

/** Parses a system's answer as JSON. Some say `NULL` for nothing; an empty answer and a page of HTML say that something is wrong. */
export function readJson({ text }: ErpAnswer, step: string): unknown {
  if (/^"?null"?$/i.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new BillSystemError(billReasons.unreadable, step);
  }
}

/** A field of something that may be anything. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object(value)[name] : undefined;
/** The shape of an answer, or the failure that it has another one. */
export function readShape<S extends z.ZodType>(shape: S, answer: unknown, step: string): z.output<S> {
  const read = shape.safeParse(answer);
  if (!read.success) throw new BillSystemError(billReasons.unreadable, step);
  return read.data;
}

/** A number of records, as a number or as its digits. */
export const Total = z.union([z.int(), z.string().regex(/^\d{1,9}$/)]).transform(Number);

/** An empty list is believed only with a total of zero: said by a broken system, it would tell a debtor that nothing is open. */
export function believedRows(rows: unknown[], total: number | undefined, step: string): unknown[] {
  if (rows.length === 0 && total !== 0) throw new BillSystemError(billReasons.unreadable, step);
  return rows;
}

/** The items of a list, or of an object that stands for one; an object with fields of its own is the only item. */
export function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  const inside: unknown[] = Object.values(value);
  return inside.length > 0 && inside.every((each) => typeof each === 'object' && each !== null) ? inside : [value];
}
