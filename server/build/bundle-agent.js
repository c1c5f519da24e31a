import { join } from 'node:path';

/** Bundles the agent with all that it needs into one file, which also becomes its executable: that can load no other. */
export async function bundleAgent(source, printersSource, file) {
  // Loaded on demand: on most starts everything is already built.
  const { build } = await import('esbuild');
  await build({ ...agentOptions(source, printersSource), outfile: file });
}

export const agentOptions = (source, printersSource) => ({
  entryPoints: [join(source, 'main.ts')],
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  // The encoder of IPP tells its functions by their names.
  keepNames: true,
  legalComments: 'eof',
  logLevel: 'error',
  // From its source: the other targets may be built at the same time.
  alias: { '@regrove/printers': printersSource },
});
