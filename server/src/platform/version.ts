import { readFile } from 'node:fs/promises';

/** Of this program, as its package says. */
export async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
