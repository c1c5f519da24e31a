import { SourceError } from './source-error.js';

/** Some servers decode a path more than once, but not this often. */
const maxRounds = 5;

const decoded = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Whether a path has a `.` or `..` segment, also in forms that some servers accept: percent-encoded, after a backslash, or
 * with a parameter.
 */
export function hasDotSegment(path: string): boolean {
  let text = path;
  for (let round = 0; round < maxRounds && text.includes('%'); round++) text = decoded(text);
  return text.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;|$)/.test(segment));
}

/** Must be called before the path becomes a URL, because a URL resolves these segments silently. */
export function requireNoDotSegment(path: string): void {
  if (hasDotSegment(path)) throw new SourceError('settings', 'the external id has . or .. in a path');
}

/** What is wrong with an external id that is used in a path. */
export const pathError = (externalId: string): string | undefined =>
  hasDotSegment(externalId) ? 'must not have . or .. in a path' : undefined;
