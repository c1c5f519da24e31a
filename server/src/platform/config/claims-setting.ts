/**
 * What an installation says of the trees that were paid for: `contribution` tells what was funded, and that this changes nothing
 * about the emissions of the paper; `classic` has the wording of earlier versions. See docs/claims.md.
 */
export type Claims = 'contribution' | 'classic';

export const defaultClaims: Claims = 'contribution';

export function claims(text: string): Claims {
  if (text !== 'contribution' && text !== 'classic')
    throw new Error(`must be contribution or classic, not ${JSON.stringify(text)}`);
  return text;
}
