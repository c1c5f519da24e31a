import { readAsset, type Asset } from '../assets.js';

export interface CertificateAssets {
  readonly style: Asset;
  readonly icon: Asset;
  readonly script: Asset;
}

export const certificatePrefix = '/certificates';

export const readCertificateAssets = async (): Promise<CertificateAssets> => ({
  style: await readAsset(certificatePrefix, 'certificate', 'css'),
  icon: await readAsset(certificatePrefix, 'icon', 'svg'),
  script: await readAsset(certificatePrefix, 'certificate', 'js'),
});
