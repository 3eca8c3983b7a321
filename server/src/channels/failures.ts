import type { ErrorCode } from '@prosa/contracts/errors';

/** Why a channel refuses something for good, whichever provider it is, and how people are told. */
export const errorOfFailure = {
  /** Nobody is there under this number or id. */
  notOnChannel: 'ERR_WAPP_INVALID_CONTACT',
  /** They blocked us, or want to hear no more of this kind. */
  blocked: 'ERR_WAPP_RECIPIENT_BLOCKED',
  /** Too long since they wrote last: only a template may go to them. */
  windowClosed: 'ERR_WINDOW_CLOSED',
  /** No such template, not approved, or filled in wrongly. */
  templateRefused: 'ERR_TEMPLATE_REFUSED',
  /** Too large, of a kind that the channel does not carry, or not what it says it is. */
  mediaRefused: 'ERR_WAPP_MEDIA_REFUSED',
  /** The company's account is restricted, banned, unpaid or not allowed to do this. To try again makes it worse. */
  restricted: 'ERR_WAPP_RESTRICTED',
  /** The provider has no such thing; whoever asks its features first never gets this. */
  unsupported: 'ERR_WAPP_UNSUPPORTED',
  /** The message that is meant is too old for it, or not there. */
  messageGone: 'ERR_FETCH_WAPP_MSG',
  /** Anything else that trying again will not change. */
  refused: 'ERR_SENDING_WAPP_MSG',
} as const satisfies Record<string, ErrorCode>;
export type FailureReason = keyof typeof errorOfFailure;
const isReason = (name: string): name is FailureReason => name in errorOfFailure;
export const failureReasons = Object.keys(errorOfFailure).filter(isReason);

/** Why it is not now: nobody is told, since it is tried again. */
export type DelayReason = 'notConnected' | 'offline' | 'throttled' | 'temporary' | 'noAnswer';
