import { withoutAccents } from '@prosa/contracts/plain-text';
/** Who receives, as the code says it. */
export type PixReceiver = { key: string; name: string; city: string };
type StaticCode = PixReceiver & { value: string; txid: string };

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** Letters that every bank reads: without accents, upper case, as long as the field may be. */
function plainName(text: string, most: number): string {
  const plain = withoutAccents(text)
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
  return plain.slice(0, most).trim() || 'PROSA';
}

/** A static Pix code (BR Code) for one amount, with its checksum. */
export function staticPixCode({ key, name, city, value, txid }: StaticCode): string {
  const account = field('00', 'br.gov.bcb.pix') + field('01', key.trim());
  const reference = txid.replace(/[^A-Za-z0-9]/g, '').slice(0, 25) || '***';
  const code = [
    field('00', '01'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('54', value),
    field('58', 'BR'),
    field('59', plainName(name, 25)),
    field('60', plainName(city, 15)),
    field('62', field('05', reference)),
    '6304',
  ].join('');
  return code + checksum(code);
}

/** CRC-16/CCITT-FALSE, as four upper-case hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
