import { Type, type Static } from '@sinclair/typebox';
import type { CertificateWithProject } from '../../features/certificates/read-certificates.js';
import type { WithOrigin } from '../../features/origins/with-origins.js';
import { BiomassCertificate, presentCertificate } from '../certificate.js';
import { Id, Nullable } from '../fields.js';
import { AccountNameFields, type WithAccountName } from './list-level.js';

/** A certificate as in the API, and where its trees come from. */
export const ListedCertificate = Type.Object(
  {
    ...BiomassCertificate.properties,
    ...AccountNameFields.properties,
    order_id: Nullable(Id),
    quote_id: Nullable(Id),
    /** YYYY-MM: the month whose close created it. */
    settled_month: Nullable(Type.String()),
    /** What its order or quote is called. */
    reference: Nullable(Type.String()),
  },
  { title: 'ListedCertificate' },
);

export const presentListedCertificate = (
  certificate: CertificateWithProject & Partial<WithOrigin> & WithAccountName,
  baseUrl: string,
): Static<typeof ListedCertificate> => ({
  ...presentCertificate(certificate, baseUrl),
  account_name: certificate.accountName,
  order_id: certificate.origin?.orderId ?? null,
  quote_id: certificate.origin?.quoteId ?? null,
  settled_month: certificate.origin?.settledMonth?.slice(0, 7) ?? null,
  reference: certificate.reference ?? null,
});
