import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyCheckout } from './copied-checkout.mjs';
import { type Environment, type RecordedProcess, spawnRecorded } from './regrove-process.js';

/** A separate clone after `npm ci`, with nothing built. */
export interface Checkout {
  /** The path of a file in `server`. */
  readonly path: (...names: string[]) => string;
  readonly start: (args: readonly string[], env?: Environment) => RecordedProcess;
  /** Temporary files of builds that are running or were killed. */
  readonly remains: () => Promise<string[]>;
  readonly remove: () => Promise<void>;
}

export async function createCheckout(): Promise<Checkout> {
  const root = await mkdtemp(join(tmpdir(), 'regrove-checkout-'));
  await copyCheckout(root);
  const path = (...names: string[]) => join(root, 'server', ...names);
  return {
    path,
    start: (args, env = {}) =>
      spawnRecorded(process.execPath, [path('bin/regrove.js'), ...args], env, { cwd: root }),
    remains: async () => (await readdir(path())).filter((name) => name.startsWith('.building-')),
    remove: () => rm(root, { recursive: true, maxRetries: 5 }),
  };
}

/** What the small program prints, whatever its arguments. */
export const smallOutput = 'Built\n';

const smallSources = {
  'main/regrove.ts': `import { greet } from './welcome.js';\nexport const main = async () => greet();\n`,
  'main/welcome.ts': `export const greet = (): void => console.log('Built');\n`,
  'messages/catalogues/fr.json': '{}\n',
  'http/pages/assets/log-verify.js': 'export {};\n',
  'http/pages/assets/try-it.js': 'export {};\n',
};

/** The same with a program of a few lines, which is built in a fraction of the time. */
export async function createSmallCheckout(): Promise<Checkout> {
  const checkout = await createCheckout();
  await rm(checkout.path('src'), { recursive: true });
  for (const [name, text] of Object.entries(smallSources)) {
    const file = checkout.path('src', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return checkout;
}
