import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const text = /\.(js|css|svg|json)$/;

/** Puts zipped forms beside every file that they make smaller, so that no server has to do it at its start. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'regrove:compressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir, build.assetsDir);
    },
    async closeBundle() {
      const files = (await readdir(folder)).filter((file) => text.test(file));
      await Promise.all(files.map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  await Promise.all([
    writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 })),
    writeFile(
      `${file}.br`,
      // The best there is takes seconds more for a hundredth less.
      await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    ),
  ]);
}
