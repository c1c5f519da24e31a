import { readAsset, type Asset } from '../assets.js';
import { readCertificateAssets, type CertificateAssets } from '../certificate-page/certificate-assets.js';

/** The assets of certificates, plus those of public pages. */
export interface ImpactAssets extends CertificateAssets {
  readonly ownStyle: Asset;
}

export const impactPrefix = '/impact';

export const readImpactAssets = async (): Promise<ImpactAssets> => ({
  ...(await readCertificateAssets()),
  ownStyle: await readAsset(impactPrefix, 'impact', 'css'),
});
