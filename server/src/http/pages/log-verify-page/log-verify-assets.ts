import { readAsset, type Asset } from '../assets.js';
import { readImpactAssets, type ImpactAssets } from '../impact-page/impact-assets.js';

/** Those of public pages, and what only this one has. */
export interface LogVerifyAssets extends ImpactAssets {
  readonly publicStyle: Asset;
}

export const logVerifyPrefix = '/log/verify';

export async function readLogVerifyAssets(): Promise<LogVerifyAssets> {
  const publicAssets = await readImpactAssets();
  return {
    ...publicAssets,
    publicStyle: publicAssets.ownStyle,
    ownStyle: await readAsset(logVerifyPrefix, 'log-verify', 'css'),
    script: await readAsset(logVerifyPrefix, 'log-verify', 'js'),
  };
}
