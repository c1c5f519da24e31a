export interface OriginHeaders {
  readonly origin: string | undefined;
  readonly 'sec-fetch-site': string | undefined;
}

/**
 * Whether a request comes from a page of ours, as far as the browser tells; programs tell nothing, and pass.
 * `mayHide`: forms of pages that send no referrer say that their origin is `null`.
 */
export function isSameOrigin(
  { origin, 'sec-fetch-site': site }: OriginHeaders,
  own: readonly string[],
  { mayHide }: { mayHide: boolean },
): boolean {
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || (mayHide && origin === 'null')) return true;
  return own.includes(origin);
}

/** Where a request was sent to, and where we are known to be. */
export const ownOrigins = (host: string, baseUrl: string): string[] => [
  `https://${host}`,
  new URL(baseUrl).origin,
];
