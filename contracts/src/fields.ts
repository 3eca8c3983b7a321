import { z } from 'zod';

/** Messages are keys; the browser has their texts in three languages. A missing value is not also reported as too short. */
export const nameField = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required', abort: true })
  .min(2, 'tooShort')
  .max(50, 'tooLong');
export const emailField = z
  .string({ error: 'required' })
  .trim()
  .toLowerCase()
  .min(1, { error: 'required', abort: true })
  .max(254, 'tooLong')
  .pipe(z.email('invalidEmail'));
/** The form says 5 to 50; the API takes up to 128 so that password managers work. */
export const passwordField = z
  .string({ error: 'required' })
  .min(1, { error: 'required', abort: true })
  .min(5, 'tooShort')
  .max(128, 'tooLong');
export const colorField = z
  .string({ error: 'required' })
  .min(3, 'tooShort')
  .max(9, 'tooLong')
  .regex(/^#[0-9a-f]{3,8}$/i, 'invalidColor');
/** Browser forms send CRLF, phones send LF: stored as LF. */
export const normalizeLineBreaks = (text: string) => text.replace(/\r\n?/g, '\n');
/** Phone numbers; some clients send them as JSON numbers. */
export const phoneText = <T extends z.ZodType<string, string>>(schema: T) =>
  z.preprocess<unknown, T, string>((given: unknown) => (typeof given === 'number' ? String(given) : given), schema);
/** People type numbers with spaces, dashes and a plus sign; the digits count. */
export const phoneDigits = (typed: string) => typed.replace(/[\s().+-]/g, '');
const flags = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]);
const readFlag = (given: unknown) => flags.get(given) ?? given;
export const flagField = z.preprocess<unknown, z.ZodBoolean, boolean>(readFlag, z.boolean());
/** In an address, where it is text. */
export const flagText = z.preprocess<unknown, z.ZodBoolean, 'true' | 'false'>(readFlag, z.boolean()).default(false);
export const longText = z.string().max(10_000, 'tooLong');

/** Limit for lists of ids, since the cost of a call grows with their number. */
const maxIds = 100;
export const listOf = <T extends z.ZodType>(each: T) => z.array(each).max(maxIds, 'invalidList');
