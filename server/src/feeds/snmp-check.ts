import { isIPv6 } from 'node:net';
import snmp from 'net-snmp';
import type { NetworkPolicy } from '../platform/network-policy.js';
import { pinnedAddress, type Target } from './reachability.js';

const sysUpTime = '1.3.6.1.2.1.1.3.0';

/** Resolves when an SNMP v2c agent answers; the password is the community. UDP alone would not tell. */
export async function answersSnmp(
  target: Target,
  password: string | null,
  network: NetworkPolicy,
  signal: AbortSignal,
): Promise<void> {
  const address = await pinnedAddress(target, network);
  signal.throwIfAborted();
  const session = snmp.createSession(address, password ?? 'public', {
    port: target.port,
    transport: isIPv6(address) ? 'udp6' : 'udp4',
    version: snmp.Version2c,
    retries: 1,
    timeout: 700,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      session.on('error', reject);
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
      session.get([sysUpTime], (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  } finally {
    session.close();
  }
}
