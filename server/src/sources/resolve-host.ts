import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isInHostsFile } from './hosts-file.js';

const timeoutMs = 1_500;
const tries = 2;
const rememberedMs = 30_000;
const maxRemembered = 10_000;

const lost = new Map<string, unknown>();

/**
 * The addresses of a name. The system looks up few names at a time, for the whole process: those of a zone that is dead would
 * keep every feed waiting that is addressed by a name. So it is asked for names only that it knows without asking anybody, or
 * may complete to longer ones. All others are asked for side by side, and one that is lost is not asked for again at once.
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

/** One label, or an address as a number or in octal, which is for the system to read. */
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
