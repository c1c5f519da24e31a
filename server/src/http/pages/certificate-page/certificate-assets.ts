import { readAsset, type Asset } from '../assets.js';

export interface CertificateAssets {
  readonly style: Asset;
  readonly icon: Asset;
  readonly script: Asset;
}

export const certificatePrefix = '/certificates';

/** `prefix`: below which they are served. */
export const readCertificateAssets = async (prefix = certificatePrefix): Promise<CertificateAssets> => ({
  style: await readAsset(prefix, 'certificate', 'css'),
  icon: await readAsset(prefix, 'icon', 'svg'),
  script: await readAsset(prefix, 'certificate', 'js'),
});
