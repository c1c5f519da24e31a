import type { Context } from '../../database/context.js';
import type { PublicCertificate } from '../../features/certificates/public-certificate-store.js';
import type { MethodologyOrigin } from '../../messages/methodology-text.js';
import { certificateUrl, sandboxUrl } from '../../messages/links.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import type { Place } from './certificate-figures/place.js';
import type { CertificateLog } from './certificate-log.js';
import { certificateNumber } from './certificate-number.js';

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
  readonly methodology: MethodologyOrigin | null;
  /** The page of the certificate. */
  readonly url: string;
  /** What paths on the same host begin with. */
  readonly root: string;
  readonly isSandbox: boolean;
  /** Undefined in a sandbox. */
  readonly log: CertificateLog | undefined;
}

export const certificateFacts = (
  certificate: PublicCertificate,
  { baseUrl, sandbox }: Pick<Context, 'baseUrl' | 'sandbox'>,
  log: CertificateLog | undefined,
): CertificateFacts => ({
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
    place: certificate.place,
  },
  methodology: certificate.methodology,
  url: certificateUrl(baseUrl(), certificate.id),
  root: sandbox ? sandboxUrl('', sandbox.id) : '',
  isSandbox: sandbox !== undefined,
  log,
});
