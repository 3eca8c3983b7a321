import type { IdentityFrame } from '../../channels/port.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { learnNumbers, moveAddress } from '../contacts/identity.actions.ts';
import { mergeContacts } from './merge.actions.ts';

/** The channel tells which numbers are behind privacy ids: where that makes two contacts one person, they are merged. */
export async function learnIdentities(scope: Scope, told: IdentityFrame[]): Promise<void> {
  for (const { hidden, hasNumber, owner, privacyId } of await learnNumbers(scope, told)) {
    if (hasNumber) await moveAddress(scope, privacyId, owner);
    else await mergeContacts(scope, hidden, owner, privacyId);
  }
}
