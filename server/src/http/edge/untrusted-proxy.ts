import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressRanges } from '../../platform/net/address-ranges.js';
import type { Clock } from '../../platform/time/clock.js';

interface Warnings {
  warn(facts: object, message: string): void;
}

const dayMs = 86_400_000;
/** Anybody can send these headers: whoever does so from many addresses does not fill the log. */
const maxAddresses = 100;

/** Tells the operator of a proxy whose headers are ignored. Otherwise all that shows is that nothing works behind it. */
export function warnOfUntrustedProxies(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  { log, clock }: { readonly log: Warnings; readonly clock: Clock },
): void {
  const trusted = addressRanges(trustedProxies);
  const note = untrustedProxyNotes(log, clock);
  app.addHook('onRequest', ({ raw: { headers, socket } }, _, done) => {
    const isForwarded =
      headers['x-forwarded-proto'] !== undefined || headers['x-forwarded-for'] !== undefined;
    const { remoteAddress } = socket;
    if (isForwarded && remoteAddress !== undefined && !trusted.include(remoteAddress)) note(remoteAddress);
    done();
  });
}

/** Warns of each address once a day, and of so many of them. */
export function untrustedProxyNotes(log: Warnings, clock: Clock): (address: string) => void {
  const told = new Set<string>();
  let since = clock().getTime();
  return (address) => {
    const now = clock().getTime();
    if (now - since > dayMs) {
      told.clear();
      since = now;
    }
    if (told.has(address) || told.size >= maxAddresses) return;
    told.add(address);
    log.warn(
      { address },
      `Ignored X-Forwarded headers in requests from ${address}, which is not in REGROVE_TRUSTED_PROXIES. ` +
        'If it is your proxy, add it and restart; otherwise there is nothing to do',
    );
  };
}

/** Whether the request says that it came by HTTPS and is not believed: then whoever sends it is no trusted proxy. */
export const isUntrustedHttps = ({ protocol, headers }: FastifyRequest): boolean =>
  protocol !== 'https' && /(?:^|,)\s*https\s*$/i.test(String(headers['x-forwarded-proto'] ?? ''));

/** What to do about it, for whoever sees the answer: it says nothing of addresses inside. */
export const untrustedHttpsAdvice =
  'X-Forwarded-Proto says that HTTPS was used, but the proxy that sent it is not trusted: ' +
  'the operator has to add the proxy to REGROVE_TRUSTED_PROXIES';
