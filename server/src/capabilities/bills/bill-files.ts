import { Readable } from 'node:stream';
import type { Platform } from '../../platform/database/scope.ts';
import { storeFile, type Upload } from '../../platform/http/uploads.ts';
import type { LookedUp } from './look-up.ts';
import { qrPicture } from './qr-picture.ts';

/** Files of the one bill that is to be sent, in the store; no row points at them yet. */
export type BillFiles = { qr: Upload | null; pdf: Upload | null };

export async function storeBillFiles(platform: Platform, companyId: number, found: LookedUp): Promise<BillFiles> {
  const bill = found.kind === 'bills' ? found.bills.find(({ codes }) => codes) : undefined;
  const picture = bill?.codes?.pixCode ? qrPicture(bill.codes.pixCode) : undefined;
  const store = (bytes: Buffer, mimetype: string, fileName: string) =>
    storeFile(platform, companyId, Readable.from([bytes]), { mimetype, fileName });
  return {
    qr: picture ? await store(picture, 'image/png', 'pix.png') : null,
    pdf: bill?.codes?.pdf ? await store(bill.codes.pdf, 'application/pdf', `boleto-${bill.dueDate}.pdf`) : null,
  };
}
