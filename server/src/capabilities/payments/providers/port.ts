/** What a provider is asked to collect. */
export type ChargeRequest = {
  /** Our own name for it, chosen before the provider is asked. */
  txid: string;
  invoiceId: number;
  value: string;
  detail: string;
  payer: { companyId: number; name: string; email: string };
};

/** What it answered: its own name for the charge, the text to pay by, and until when that is good. */
export type MadeCharge = { reference: string; copyPaste: string; expiresAt: Date | null };

/** Money that went back to the payer: a refund, a return by the banks' mechanism for fraud (MED), a chargeback. */
export type Refund = { id: string; value: string | number };

/** One payment that a provider says it has received, with what of it went back. */
export type Received = { endToEndId: string; value: string | number; refunds: Refund[] };

/** Names a payment as long as the provider tells of the charge alone. */
export const nameOfCharge = (txid: string): string => `cob:${txid}`;

/** A collector of money. It is talked to outside every scope; what it tells by itself (a webhook) is not believed, what it answers is. */
export type PaymentProvider = {
  name: 'efi' | 'asaas';
  /** Safe to repeat under one txid. */
  charge(request: ChargeRequest): Promise<MadeCharge>;
  /** What was received for a charge; nothing (`undefined`) where the provider does not know it. */
  look(charge: { txid: string; reference: string | null }): Promise<Received[] | undefined>;
};

/** A provider that did not do what it was asked. The message names the step and its status, never what was said. */
export class ProviderError extends Error {
  constructor(step: string, status: number) {
    super(`${step}: ${status}`);
    this.name = 'ProviderError';
  }
}
