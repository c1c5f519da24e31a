import { formatVerifierKey, type VerifierKey } from '@regrove/verify';

export interface SortedKeys {
  /** With the public key that signs now, under other names that the log has had. */
  readonly present: readonly string[];
  readonly former: readonly string[];
}

/** Keys that have signed the log, without the present one as it is now. A log may be renamed and keep its key: that is no former key then. */
export function sortUsedKeys(own: VerifierKey, used: readonly string[]): SortedKeys {
  const now = formatVerifierKey(own);
  const others = used.filter((key) => key !== now);
  const isPresent = (key: string): boolean => publicPart(key) === publicPart(now);
  return { present: others.filter(isPresent), former: others.filter((key) => !isPresent(key)) };
}

/** What follows the name and the id. It may have plus signs, unlike these. */
const publicPart = (key: string): string => key.split('+').slice(2).join('+');
