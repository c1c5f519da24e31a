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
