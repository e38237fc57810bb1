// What a caught value says. It may be anything, but is usually an Error.

/** Returns the code of an error of the system, a database or a library, for example `ENOENT`, or an empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
