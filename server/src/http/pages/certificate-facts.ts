import type { Context } from '../../database/context.js';
import type { Coverage, CoveredCertificate } from '../../features/plantings/read-coverage.js';
import { certificateUrl, projectUrl, sandboxUrl } from '../../messages/links.js';
import type { MethodologyOrigin } from '../../messages/methodology-text.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import type { Place } from '../../messages/places/place-name.js';
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
    /** The path of its page. */
    readonly path: string;
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
  readonly coverage: Omit<Coverage, 'plantings'> & { readonly plantings: readonly PrintedPlanting[] };
}

export type PrintedPlanting = Coverage['plantings'][number] & { readonly picture?: Buffer | undefined };

export const certificateFacts = (
  certificate: CoveredCertificate,
  { baseUrl, sandbox }: Pick<Context, 'baseUrl' | 'sandbox'>,
  log: CertificateLog | undefined,
): CertificateFacts => {
  const root = sandbox ? sandboxUrl('', sandbox.id) : '';
  return {
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
      path: projectUrl(root, certificate.projectId),
    },
    methodology: certificate.methodology,
    url: certificateUrl(baseUrl(), certificate.id),
    root,
    isSandbox: sandbox !== undefined,
    log,
    coverage: certificate.coverage,
  };
};
