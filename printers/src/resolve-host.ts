import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isInHostsFile } from './hosts-file.js';

const timeoutMs = 1_500;
const tries = 2;
const rememberedMs = 30_000;
const maxRemembered = 10_000;

const lost = new Map<string, unknown>();

/**
 * The addresses of a host name. The system resolver handles only a few names at a time for the whole process, so a zone whose
 * servers are down would delay every feed with a host name. Therefore it only gets names from the hosts file and names that
 * it may complete with a search domain. All others are resolved in parallel, and a failure is cached for a while.
 */
export async function resolveHost(name: string, signal?: AbortSignal): Promise<string[]> {
  if (isIP(name) !== 0) return [name];
  if (isForSystem(name) || (await isInHostsFile(name)))
    return (await lookup(name, { all: true })).map(({ address }) => address);
  signal?.throwIfAborted();
  if (lost.has(name)) throw lost.get(name);
  try {
    return await ask(name, signal);
  } catch (error) {
    if (signal?.aborted !== true) remember(name, error);
    throw error;
  }
}

/** A single label, or an IPv4 address written as a number or in octal. */
const isForSystem = (name: string): boolean =>
  !name.replace(/\.$/, '').includes('.') || /(?:^|\.)(?:0x[\da-f]*|\d+)\.?$/i.test(name);

async function ask(name: string, signal: AbortSignal | undefined): Promise<string[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  const cancel = (): void => {
    resolver.cancel();
  };
  signal?.addEventListener('abort', cancel);
  try {
    const families = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = families.filter((family) => family.status === 'fulfilled');
    const [failure] = families.filter((family) => family.status === 'rejected');
    if (found.length === 0 && failure) throw failure.reason;
    return found.flatMap(({ value }) => value);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

function remember(name: string, error: unknown): void {
  if (lost.size >= maxRemembered) return;
  lost.set(name, error);
  setTimeout(() => lost.delete(name), rememberedMs).unref();
}
