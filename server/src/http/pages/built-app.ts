import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { precompressBody, type PrecompressedBody } from './precompressed-body.js';

/** The built dashboard. */
export interface BuiltApp {
  /** The page, which allows style tags with this nonce. */
  readonly page: (nonce: string) => string;
  readonly files: ReadonlyMap<string, PrecompressedBody>;
}

// The relative path is the same for sources and compiled files.
const folder = new URL('../../../dashboard/', import.meta.url);

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

let built: BuiltApp | undefined;

/** Read once in a process, by the first server; undefined if the dashboard was not built. */
export async function readBuiltApp(): Promise<BuiltApp | undefined> {
  return (built ??= await readFiles());
}

async function readFiles(): Promise<BuiltApp | undefined> {
  const html = await readIfThere('index.html');
  if (!html) return undefined;
  const names = (await readdir(new URL('assets/', folder))).filter((name) => extname(name) in types);
  const files = await Promise.all(names.map(async (name) => [name, await readFileOf(name)] as const));
  const parts = html.toString().split('{{nonce}}');
  return { page: (nonce) => parts.join(nonce), files: new Map(files) };
}

async function readFileOf(name: string): Promise<PrecompressedBody> {
  const plain = await readFile(new URL(`assets/${name}`, folder));
  const [zipped, brotli] = await Promise.all([
    readIfThere(`assets/${name}.gz`),
    readIfThere(`assets/${name}.br`),
  ]);
  return precompressBody(types[extname(name)] ?? '', plain, { zipped, brotli });
}

async function readIfThere(name: string): Promise<Buffer | undefined> {
  try {
    return await readFile(new URL(name, folder));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
