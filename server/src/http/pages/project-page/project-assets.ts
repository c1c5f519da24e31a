import { readAsset, type Asset } from '../assets.js';
import { readImpactAssets, type ImpactAssets } from '../impact-page/impact-assets.js';

/** Those of public pages of accounts, and what only projects have. */
export interface ProjectAssets extends ImpactAssets {
  readonly projectStyle: Asset;
}

export const projectPrefix = '/projects';

export const readProjectAssets = async (): Promise<ProjectAssets> => ({
  ...(await readImpactAssets()),
  projectStyle: await readAsset(projectPrefix, 'project', 'css'),
});
