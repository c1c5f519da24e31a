import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const text = /\.(js|css|svg|json)$/;

/** Puts a Brotli and a gzip form beside every file of text: making them takes too long for the start of a server. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'regrove:compressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir, build.assetsDir);
    },
    async closeBundle() {
      const files = (await readdir(folder)).filter((file) => text.test(file));
      await Promise.all(files.map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  // The best there is takes seconds more for a hundredth less.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const plain = await readFile(file);
  await Promise.all([
    promisify(brotliCompress)(plain, { params }).then((made) => writeFile(`${file}.br`, made)),
    promisify(gzip)(plain, { level: 9 }).then((made) => writeFile(`${file}.gz`, made)),
  ]);
}
