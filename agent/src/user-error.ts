/** What the person at the command line can put right. Its message is all that is printed. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
