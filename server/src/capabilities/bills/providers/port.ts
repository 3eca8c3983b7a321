import type { BillReason } from '@prosa/contracts/reasons';
import type { KnownPerson } from '../ownership.rules.ts';

export type BillCustomer = KnownPerson & { id: string };
/** An open bill as a list of them shows it, with what that list already told of how to pay. */
export type OpenBill = {
  id: string;
  amountCents: number;
  dueDate: string;
  line: string | null;
  pixCode: string | null;
  pdfUrl: string | null;
};
/** How to pay it. */
export type BillCodes = { line: string | null; pixCode: string | null; pdf: Buffer | null };

/** A company's billing system, for the time of one look-up. Whatever goes wrong is a `BillSystemError`. */
export type BillProvider = {
  name: 'ixc' | 'mk-auth' | 'asaas';
  /** Several records may have one document; none: it is not known there. */
  findCustomers(document: string): Promise<BillCustomer[]>;
  /** The oldest first. */
  listOpen(customers: BillCustomer[], document: string): Promise<OpenBill[]>;
  /** Each part may be missing: a system without Pix still has a line, and the other way round. */
  codesOf(bill: OpenBill): Promise<BillCodes>;
};

/** Why a billing system could not be used, in a sentence of ours: what it said itself may name a customer. */
export class BillSystemError extends Error {
  constructor(
    readonly reason: BillReason,
    step: string,
  ) {
    super(`${step}: ${reason}`);
    this.name = 'BillSystemError';
  }
}
