/** The code of a system error (ENOENT) or a PostgreSQL error (57P03), if any. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Awaits a file operation. Returns undefined on one of the expected system errors. */
export async function ignoreErrors<T>(
  codes: readonly string[],
  operation: Promise<T>,
): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (codes.includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}
