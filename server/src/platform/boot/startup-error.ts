/** A reason not to start that its reader can act on: main prints the message as one line and exits 78 (a configuration error). */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The code of a system error (`ENOSPC`, `EACCES` ...), or undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
