import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import type { NetworkPolicy } from '../platform/network-policy.js';

export interface Target {
  readonly host: string;
  readonly port: number;
}

/**
 * Resolves the name once and returns the address to call: what is checked is what is called, so a name that answers
 * differently the next time cannot lead past the policy.
 */
export async function pinnedAddress({ host }: Target, network: NetworkPolicy): Promise<string> {
  const { address } = await lookup(host);
  if (!network.allows(address)) throw new Error(`${address} is not a public address`);
  return address;
}

/** Resolves when something listens there. */
export async function answersTcp(target: Target, network: NetworkPolicy, signal: AbortSignal): Promise<void> {
  const host = await pinnedAddress(target, network);
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host, port: target.port, signal });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
