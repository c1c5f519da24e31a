import { Type, type Static } from '@sinclair/typebox';
import type { CertificateWithProject } from '../features/certificates/read-certificates.js';
import { certificatePdfUrl, certificateUrl } from '../messages/links.js';
import { exactNumber } from '../platform/exact-number.js';
import { Decimal, Field, Id, PageCount, Timestamp } from './fields.js';
import { ForestryProject, presentForestryProject } from './forestry-project.js';
import { formatTimestamp } from './times.js';

export const BiomassCertificate = Type.Object(
  {
    id: Field('Its id.', Id),
    account_id: Field('The account it belongs to.', Id),
    date: Field('The time that it counts for.', Timestamp),
    pages: Field('Standard pages.', PageCount),
    trees: Field('Trees, to 6 decimals.', Decimal),
    project_id: Field('Where the trees are planted.', Id),
    project: Field('The forestry project.', ForestryProject),
    url: Field('Address of its public page.', Type.String()),
    pdf_url: Field('Address of its PDF.', Type.String()),
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
