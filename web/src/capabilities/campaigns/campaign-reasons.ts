import { errorMessages } from '../../platform/api/errors.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { campaignsMessages } from './campaigns.messages.ts';

const isKnown = (code: string): code is keyof typeof errorMessages.pt => Object.hasOwn(errorMessages.pt, code);

/** Why somebody did not get it, or it stopped, in words. */
export function useReasonText(): (code: string) => string {
  const errors = useMessages(errorMessages);
  const text = useMessages(campaignsMessages);
  return (code) => (isKnown(code) ? errors(code) : text('otherReason', { code }));
}
