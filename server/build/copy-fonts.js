import { readdirSync, readFileSync } from 'node:fs';
import { constants, copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The two weights used in documents, out of the nine in a package. */
const weights = ['400Regular', '600SemiBold'];

/** Copies the fonts listed in devDependencies, each with its license. */
export async function copyFonts(manifest, folder) {
  const { resolve } = createRequire(manifest);
  const folders = fontPackages(manifest).map((name) => dirname(resolve(`${name}/package.json`)));
  await Promise.all(folders.map((from) => copyFont(from, folder)));
}

export function fontPackages(manifest) {
  const { devDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
  return Object.keys(devDependencies).filter((name) => name.startsWith('@expo-google-fonts/'));
}

async function copyFont(from, folder) {
  const files = weights.map((weight) => {
    const file = readdirSync(join(from, weight)).find((name) => name.endsWith('.ttf'));
    return join(from, weight, file);
  });
  const [family] = basename(files[0]).split('_');
  await Promise.all([
    ...files.map((file) => copy(file, join(folder, basename(file)))),
    copy(join(from, 'LICENSE_FONT'), join(folder, `${family}_LICENSE.txt`)),
  ]);
}

/** A copy-on-write clone where the file system supports it, which takes no extra disk space. */
const copy = (from, to) => copyFile(from, to, constants.COPYFILE_FICLONE);
