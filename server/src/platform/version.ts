import { readFile } from 'node:fs/promises';

/** The version in this program's package.json. */
export async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
