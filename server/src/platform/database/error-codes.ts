import type { ErrorCode } from '@prosa/contracts/errors';
import { Refusal, refuse } from '../errors.ts';
import { isTransient, isUnstorable } from './database.ts';
import type { Scope } from './scope.ts';

/** Runs an action and reports unexpected errors under the given code. Refusals, transient errors and unstorable texts are passed on. */
export async function withErrorCode<T>(scope: Scope, code: ErrorCode, deed: () => Promise<T>): Promise<T> {
  try {
    return await deed();
  } catch (error) {
    const causes = [error, error instanceof Error ? error.cause : undefined];
    if (error instanceof Refusal || causes.some((each) => isTransient(each) || isUnstorable(each))) throw error;
    scope.platform.log.error({ err: error, companyId: scope.companyId, code }, 'a deed failed');
    return refuse(code);
  }
}
