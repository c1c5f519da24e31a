import { readAsset, type Asset } from '../assets.js';

export interface Assets {
  readonly style: Asset;
  readonly icon: Asset;
  /** Small, and run before the first paint, so that the page does not flash in the wrong theme. */
  readonly theme: Asset;
  readonly script: Asset;
  /** Loaded by the script when somebody tries an operation. */
  readonly tryIt: Asset;
  readonly tryItStyle: Asset;
}

export const readAssets = async (): Promise<Assets> => ({
  style: await readAsset('/docs', 'reference', 'css'),
  icon: await readAsset('/docs', 'icon', 'svg'),
  theme: await readAsset('/docs', 'theme', 'js'),
  script: await readAsset('/docs', 'reference', 'js'),
  tryIt: await readAsset('/docs', 'try-it', 'js'),
  tryItStyle: await readAsset('/docs', 'try-it', 'css'),
});
