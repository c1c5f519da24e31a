export interface OriginHeaders {
  readonly origin: string | undefined;
  readonly 'sec-fetch-site': string | undefined;
}

/**
 * Whether a request comes from one of our own pages, according to the browser. Other clients send no such headers and pass.
 * `mayHide`: forms on pages that send no referrer have the origin `null`.
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

/** The origin that the request was sent to, and our public origin. */
export const ownOrigins = (host: string, baseUrl: string): string[] => [
  `https://${host}`,
  new URL(baseUrl).origin,
];
