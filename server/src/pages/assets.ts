import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** A file of the pages, under a name that changes with its content: whoever has it never needs to ask again. */
export interface Asset {
  readonly fileName: string;
  readonly path: string;
  readonly type: string;
  readonly content: Buffer;
}

export interface Assets {
  readonly style: Asset;
  readonly icon: Asset;
  /** Small, and run before the first paint: a chosen theme must not flash in late. */
  readonly theme: Asset;
  readonly script: Asset;
}

export const assetPrefix = '/docs/assets';

// The compiler does not carry them along: compiled or not, the code reads them where they were written.
const folder = new URL('../../src/pages/assets/', import.meta.url);

const script = 'text/javascript; charset=utf-8';

export async function readAssets(): Promise<Assets> {
  return {
    style: await readAsset('reference', 'css', 'text/css; charset=utf-8'),
    icon: await readAsset('icon', 'svg', 'image/svg+xml'),
    theme: await readAsset('theme', 'js', script),
    script: await readAsset('reference', 'js', script),
  };
}

async function readAsset(name: string, extension: string, type: string): Promise<Asset> {
  const content = await readFile(new URL(`${name}.${extension}`, folder));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const fileName = `${name}.${hash}.${extension}`;
  return { fileName, path: `${assetPrefix}/${fileName}`, type, content };
}
