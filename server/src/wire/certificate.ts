import { Type, type Static } from '@sinclair/typebox';
import type { CertificateWithProject } from '../features/certificates/read-certificates.js';
import { certificatePdfUrl, certificateUrl } from '../messages/links.js';
import { exactNumber } from '../platform/exact-number.js';
import { Decimal, Id, PageCount, Timestamp } from './fields.js';
import { ForestryProject, presentForestryProject } from './forestry-project.js';
import { formatTimestamp } from './times.js';

export const BiomassCertificate = Type.Object(
  {
    id: Id,
    account_id: Id,
    date: Timestamp,
    pages: PageCount,
    trees: Decimal,
    project_id: Id,
    project: ForestryProject,
    url: Type.String(),
    pdf_url: Type.String(),
  },
  { title: 'BiomassCertificate' },
);

export const presentCertificate = (
  certificate: CertificateWithProject,
  baseUrl: string,
): Static<typeof BiomassCertificate> => ({
  id: certificate.id,
  account_id: certificate.accountId,
  date: formatTimestamp(certificate.date),
  pages: exactNumber(certificate.pages),
  trees: exactNumber(certificate.trees),
  project_id: certificate.projectId,
  project: presentForestryProject(certificate.project),
  url: certificateUrl(baseUrl, certificate.id),
  pdf_url: certificatePdfUrl(baseUrl, certificate.id),
});
