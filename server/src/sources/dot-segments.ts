import { SourceError } from './source-error.js';

/** Some servers decode a path more than once; none does so this often. */
const maxRounds = 5;

const decoded = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Whether a path has a segment `.` or `..`, which would lead out of where it belongs. They are looked for in all the ways
 * in which a server may read them: percent-encoded, behind a backslash, with a parameter.
 */
export function hasDotSegment(path: string): boolean {
  let text = path;
  for (let round = 0; round < maxRounds && text.includes('%'); round++) text = decoded(text);
  return text.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;|$)/.test(segment));
}

/** Before a URL is made of it: a URL takes the segments away, together with those that they lead out of. */
export function requireNoDotSegment(path: string): void {
  if (hasDotSegment(path)) throw new SourceError('settings', 'the external id has . or .. in a path');
}

/** What is wrong with an external id that becomes a part of a path. */
export const pathError = (externalId: string): string | undefined =>
  hasDotSegment(externalId) ? 'must not have . or .. in a path' : undefined;
