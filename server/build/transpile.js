import { cpSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Transpiles every TypeScript file separately, without type checking, and copies all other files. Language options come
 * from tsconfig.json.
 */
export async function transpile(source, folder) {
  // Loaded on demand: on most starts everything is already built.
  const { build } = await import('esbuild');
  const entries = readdirSync(source, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const isModule = (file) => file.endsWith('.ts');
  const isDeclaration = (file) => file.endsWith('.d.ts');
  await build({
    entryPoints: files.filter((file) => isModule(file) && !isDeclaration(file)),
    outbase: source,
    outdir: folder,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
  });
  for (const file of files.filter((each) => !isModule(each)))
    cpSync(file, join(folder, relative(source, file)));
}
