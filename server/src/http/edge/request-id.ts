import type { IncomingHttpHeaders } from 'node:http';
import { addressRanges } from '../../platform/net/address-ranges.js';
import { newId } from '../../platform/ids.js';

interface Arrived {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Safe in logs and headers. */
const sane = /^[\w.-]{1,128}$/;

/** The id from a trusted proxy, so that its log can be matched with ours; otherwise a new one. */
export function requestIds(trustedProxies: readonly string[]): (request: Arrived) => string {
  if (trustedProxies.length === 0) return newId;
  const proxies = addressRanges(trustedProxies);
  return ({ headers: { 'x-request-id': given }, socket: { remoteAddress = '' } }) =>
    typeof given === 'string' && sane.test(given) && proxies.includes(remoteAddress) ? given : newId();
}
