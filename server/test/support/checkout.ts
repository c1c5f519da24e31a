import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyCheckout } from './copied-checkout.mjs';
import { type Environment, type Running, watch } from './regrove-process.js';

/** A clone of its own, after `npm ci`, in which nothing is built. */
export interface Checkout {
  /** Of a file below `server`. */
  readonly path: (...names: string[]) => string;
  readonly start: (args: readonly string[], env?: Environment) => Running;
  /** What builds leave while they are under way, or were killed. */
  readonly remains: () => Promise<string[]>;
  readonly remove: () => Promise<void>;
}

export async function createCheckout(): Promise<Checkout> {
  const root = await mkdtemp(join(tmpdir(), 'regrove-checkout-'));
  await copyCheckout(root);
  const path = (...names: string[]) => join(root, 'server', ...names);
  return {
    path,
    start: (args, env = {}) => watch(process.execPath, [path('bin/regrove.js'), ...args], env, { cwd: root }),
    remains: async () => (await readdir(path())).filter((name) => name.startsWith('.building-')),
    remove: () => rm(root, { recursive: true, maxRetries: 5 }),
  };
}
