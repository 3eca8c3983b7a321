import { type CampaignPacing, type CampaignTexts, type CampaignVariable, variantNumbers } from './campaigns.ts';

/** What both sides compute of a campaign: the browser to show it before it is saved, the server to send it. */

export type Person = { name: string; number: string; email: string };

/** `{nome}`, `{email}`, `{numero}` and the company's own keys, in one pass: what a value holds is never filled in again. */
export function fillCampaignText(text: string, person: Person, variables: CampaignVariable[]): string {
  const values = new Map([
    ...variables.map(({ key, value }): [string, string] => [key, value]),
    ['nome', person.name],
    ['email', person.email],
    ['numero', person.number],
  ]);
  return text.replace(/\{([^\s{}]{1,32})\}/g, (whole, key: string) => values.get(key) ?? whole);
}

export type Variant = { variant: number; text: string };

export const messageVariants = (texts: CampaignTexts): Variant[] =>
  variantNumbers.flatMap((variant) => variantOf(variant, texts[`message${variant}`]));
export const confirmationVariants = (texts: CampaignTexts): Variant[] =>
  variantNumbers.flatMap((variant) => variantOf(variant, texts[`confirmationMessage${variant}`]));
const variantOf = (variant: number, text: string): Variant[] => (text.trim() === '' ? [] : [{ variant, text }]);

/**
 * How long so many messages take on average, after `before` that have left already. After each one a random whole number of seconds
 * below `messageInterval` passes, after each `longerIntervalAfter`-th `greaterInterval` instead.
 */
export function estimateSeconds(messages: number, pacing: CampaignPacing, before = 0): number {
  const { messageInterval, longerIntervalAfter, greaterInterval } = pacing;
  const pauses = Math.max(0, messages - 1);
  const long = longerIntervalAfter > 0 ? Math.floor((before + pauses) / longerIntervalAfter) - Math.floor(before / longerIntervalAfter) : 0;
  return Math.round(long * greaterInterval + (pauses - long) * Math.max(0, (messageInterval - 1) / 2));
}
