import type { ErrorCode } from '@prosa/contracts/errors';
import { Refusal, refuse } from '../errors.ts';
import { isPassing, isUnstorable } from './database.ts';
import type { Scope } from './scope.ts';

/** A deed whose failure has a name in the catalogue. Refusals, what passes by itself and texts that nobody can keep stay what they are. */
export async function underName<T>(scope: Scope, code: ErrorCode, deed: () => Promise<T>): Promise<T> {
  try {
    return await deed();
  } catch (error) {
    const causes = [error, error instanceof Error ? error.cause : undefined];
    if (error instanceof Refusal || causes.some((each) => isPassing(each) || isUnstorable(each))) throw error;
    scope.platform.log.error({ err: error, companyId: scope.companyId, code }, 'a deed failed');
    return refuse(code);
  }
}
