import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressRanges } from '../../platform/net/address-ranges.js';
import type { Clock } from '../../platform/time/clock.js';
import { dayMs } from '../../platform/time/durations.js';

interface Warnings {
  warn(facts: object, message: string): void;
}

/** Anyone can send these headers, even from many addresses. This keeps the log from filling up. */
const maxAddresses = 100;

/** Warns the operator about a proxy whose headers are ignored. Otherwise the only symptom is that nothing works behind it. */
export function warnOfUntrustedProxies(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  { log, clock }: { readonly log: Warnings; readonly clock: Clock },
): void {
  const trusted = addressRanges(trustedProxies);
  const note = createProxyWarnings(log, clock);
  app.addHook('onRequest', ({ raw: { headers, socket } }, _, done) => {
    const isForwarded =
      headers['x-forwarded-proto'] !== undefined || headers['x-forwarded-for'] !== undefined;
    const { remoteAddress } = socket;
    if (isForwarded && remoteAddress !== undefined && !trusted.includes(remoteAddress)) note(remoteAddress);
    done();
  });
}

/** Warns about each address once a day, up to a maximum number of addresses. */
export function createProxyWarnings(log: Warnings, clock: Clock): (address: string) => void {
  const warned = new Set<string>();
  let since = clock().getTime();
  return (address) => {
    const now = clock().getTime();
    if (now - since > dayMs) {
      warned.clear();
      since = now;
    }
    if (warned.has(address) || warned.size >= maxAddresses) return;
    warned.add(address);
    log.warn(
      { address },
      `Ignored X-Forwarded headers in requests from ${address}, which is not in REGROVE_TRUSTED_PROXIES. ` +
        'If it is your proxy, add it and restart; otherwise there is nothing to do',
    );
  };
}

/** Whether the request claims to have come over HTTPS, but not from a trusted proxy. */
export const isUntrustedHttps = ({ protocol, headers }: FastifyRequest): boolean =>
  protocol !== 'https' && /(?:^|,)\s*https\s*$/i.test(String(headers['x-forwarded-proto'] ?? ''));

/** Anyone may see this, so it contains no internal addresses. */
export const untrustedHttpsAdvice =
  'X-Forwarded-Proto says that HTTPS was used, but the proxy that sent it is not trusted: ' +
  'the operator has to add the proxy to REGROVE_TRUSTED_PROXIES';
