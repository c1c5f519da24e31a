import type { PublicCertificate } from '../../features/certificates/public-certificate-store.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import type { Place } from './certificate-figures/place.js';

/** What a certificate says, on paper and on screens: nothing that its account has not agreed to show. */
export interface CertificateFacts {
  readonly id: string;
  /** As it is shown. */
  readonly number: string;
  readonly accountName: string;
  readonly trees: Decimal;
  readonly pages: Whole;
  readonly date: Date;
  readonly project: Place & {
    readonly name: string;
    /** As it is printed. */
    readonly picture?: Buffer | undefined;
  };
  /** Where the certificate can be looked up. */
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

/** The end of the id, where it is random, in groups that one can read out. */
export const certificateNumber = (id: string): string =>
  ['RG', ...(id.slice(-12).toUpperCase().match(/.{4}/g) ?? [])].join('-');
