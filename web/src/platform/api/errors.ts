import { notify } from '../browser/notices.ts';
import { currentLanguage, type Language, textIn } from '../language/messages.ts';
import { ApiError } from './api-error.ts';
import { errorMessages, unknownErrorMessages } from './errors.messages.ts';

/** The order is the specification's: the code's text, the raw text, a plain string, and at last the general words. */
export function errorText(error: unknown, language: Language = currentLanguage()): string {
  const raw = error instanceof ApiError ? error.code || error.body : error;
  if (typeof raw !== 'string' || raw.trim() === '') return textIn(language, unknownErrorMessages, 'unknown');
  return isKnown(raw) ? textIn(language, errorMessages, raw) : raw;
}

function isKnown(code: string): code is keyof typeof errorMessages.pt {
  return Object.hasOwn(errorMessages.pt, code);
}

/** Shows an error as a toast. Not for an unreachable server, which has its own banner. */
export function showError(error: unknown): void {
  if (isSilent(error)) return;
  notify('danger', errorText(error));
}

/** An ended session, an unreachable server and an expired subscription have their own place on the screen. */
function isSilent(error: unknown): boolean {
  return error instanceof ApiError && ['ERR_NETWORK', 'ERR_SESSION_EXPIRED', 'ERR_SUBSCRIPTION_EXPIRED'].includes(error.code);
}

export const useShowError = () => showError;
