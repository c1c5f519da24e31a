import { isIP } from 'node:net';
import type { NetworkPolicy } from '../../platform/net/network-policy.js';
import { withTimeout } from '../../platform/time/with-timeout.js';
import { invalid } from '../../platform/errors.js';
import { resolveHost } from '@regrove/printers/resolve-host';

const form = /^https?:\/\/[^/?#\\]+/i;
const lookupMs = 2_000;

/**
 * Refuses a URL that nothing can be sent to. Where the name leads is checked for every attempt, so a name is only resolved here
 * if this decides whether the URL may do without TLS.
 */
export async function requireEndpointUrl(text: string, network: NetworkPolicy): Promise<string> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !form.test(text) || text.includes('\\') || url.hostname === '')
    throw invalid('url must be a whole address such as https://example.com/webhooks', {
      code: 'bad-webhook-url',
      field: 'url',
    });
  if (url.username !== '' || url.password !== '')
    throw invalid('url must not contain a username or password', {
      code: 'url-has-credentials',
      field: 'url',
    });
  if (text.includes('#'))
    throw invalid('url must not contain a fragment (#)', { code: 'url-has-fragment', field: 'url' });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !network.allows(host))
    throw invalid('url must not lead to a private network', { code: 'url-is-private', field: 'url' });
  if (url.protocol === 'http:' && !(await isListed(host, network)))
    throw invalid('url must begin with https://', { code: 'url-needs-https', field: 'url' });
  return text;
}

/** Whether the operator has allowed all addresses of the host by name. */
async function isListed(host: string, network: NetworkPolicy): Promise<boolean> {
  try {
    const addresses = await withTimeout(lookupMs, undefined, (signal) => resolveHost(host, signal));
    return addresses.length > 0 && addresses.every((address) => network.isAllowlisted(address));
  } catch {
    return false;
  }
}
