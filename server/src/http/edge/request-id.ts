import type { IncomingHttpHeaders } from 'node:http';
import { addressRanges } from '../../platform/net/address-ranges.js';
import { newId } from '../../platform/ids.js';

interface Arrived {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Of a length and of letters that do no harm in a log or in a header. */
const sane = /^[\w.-]{1,128}$/;

/** The id that a trusted proxy has given a request, so that its log and ours can be read together; else one of ours. */
export function requestIds(trustedProxies: readonly string[]): (request: Arrived) => string {
  if (trustedProxies.length === 0) return newId;
  const proxies = addressRanges(trustedProxies);
  return ({ headers: { 'x-request-id': given }, socket: { remoteAddress = '' } }) =>
    typeof given === 'string' && sane.test(given) && proxies.include(remoteAddress) ? given : newId();
}
