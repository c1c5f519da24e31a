import { readAsset, type Asset } from '../assets.js';

export interface Assets {
  readonly style: Asset;
  readonly icon: Asset;
  /** Small, and run before the first paint, so that the page does not flash in the wrong theme. */
  readonly theme: Asset;
  readonly script: Asset;
  /** Shows results of all documentation while one types. */
  readonly search: Asset;
  /** What only pages of the guide and results need. */
  readonly guideStyle: Asset;
  /** Loaded by the script when somebody tries an operation. */
  readonly tryIt: Asset;
  readonly tryItStyle: Asset;
}

export const readAssets = async (): Promise<Assets> => ({
  style: await readAsset('/docs', 'reference', 'css'),
  icon: await readAsset('/docs', 'icon', 'svg'),
  theme: await readAsset('/docs', 'theme', 'js'),
  script: await readAsset('/docs', 'reference', 'js'),
  search: await readAsset('/docs', 'search', 'js'),
  guideStyle: await readAsset('/docs', 'guide', 'css'),
  tryIt: await readAsset('/docs', 'try-it', 'js'),
  tryItStyle: await readAsset('/docs', 'try-it', 'css'),
});
