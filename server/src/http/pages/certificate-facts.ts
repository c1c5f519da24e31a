import type { PublicCertificate } from '../../features/certificates/public-certificate-store.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import type { Place } from './certificate-figures/place.js';

/** The content of a certificate, printed or on screen: only what its account has agreed to show. */
export interface CertificateFacts {
  readonly id: string;
  /** As shown. */
  readonly number: string;
  readonly accountName: string;
  readonly trees: Decimal;
  readonly pages: Whole;
  readonly date: Date;
  readonly project: Place & {
    readonly name: string;
    /** As printed. */
    readonly picture?: Buffer | undefined;
  };
  /** The page of the certificate. */
  readonly url: string;
}

export const certificateFacts = (certificate: PublicCertificate, baseUrl: string): CertificateFacts => ({
  id: certificate.id,
  number: certificateNumber(certificate.id),
  accountName: certificate.accountName,
  trees: certificate.trees,
  pages: certificate.pages,
  date: certificate.date,
  project: {
    name: certificate.projectName,
    latitude: certificate.latitude,
    longitude: certificate.longitude,
  },
  url: `${baseUrl}/certificates/${certificate.id}`,
});

/** The random end of the id, in groups that are easy to read out. */
export const certificateNumber = (id: string): string =>
  ['RG', ...(id.slice(-12).toUpperCase().match(/.{4}/g) ?? [])].join('-');
