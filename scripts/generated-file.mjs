import { readFile, writeFile } from 'node:fs/promises';

const isCheck = process.argv.includes('--check');

/** Writes a generated file. With --check, it writes nothing, and the script fails if the file is out of date. */
export async function writeGenerated(path, text) {
  const file = new URL(`../${path}`, import.meta.url);
  if (!isCheck) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${path} is not up to date: run npm run generate`);
    process.exitCode = 1;
  }
}
