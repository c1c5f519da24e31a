import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { missing } from '../../platform/errors.js';
import type { PageRequest } from '../../database/paging.js';
import { findForestryProjects, type ForestryProject } from '../projects/forestry-project-store.js';
import { findCertificate, listCertificates, type Certificate } from './certificate-store.js';

export type CertificateWithProject = Certificate & { readonly project: ForestryProject };

export async function readCertificate(
  { db }: Context,
  account: AccountId,
  id: string,
): Promise<CertificateWithProject> {
  const certificate = await findCertificate(db, account, id);
  const [found] = certificate ? await withProjects(db, [certificate]) : [];
  if (!found) throw missing('There is no such biomass certificate');
  return found;
}

export const readCertificates = async (
  { db }: Context,
  account: AccountId,
  page: PageRequest,
): Promise<CertificateWithProject[]> => withProjects(db, await listCertificates(db, account, page));

// Reads each project once, not once per certificate: its text and pictures are far larger than a certificate.
export async function withProjects<Row extends Certificate>(
  db: Database,
  certificates: readonly Row[],
): Promise<(Row & { readonly project: ForestryProject })[]> {
  const ids = [...new Set(certificates.map(({ projectId }) => projectId))];
  const projects = new Map((await findForestryProjects(db, ids)).map((project) => [project.id, project]));
  return certificates.flatMap((certificate) => {
    const project = projects.get(certificate.projectId);
    return project ? [{ ...certificate, project }] : [];
  });
}
