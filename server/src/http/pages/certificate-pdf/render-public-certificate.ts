import type { Context } from '../../../database/context.js';
import type { CoveredCertificate } from '../../../features/plantings/read-coverage.js';
import { findPicture } from '../../../features/projects/project-picture-store.js';
import type { Locale } from '../../../messages/locales.js';
import { certificateFacts } from '../certificate-facts.js';
import { withPictures } from '../certificate-plantings/printed-photos.js';
import { makeProof } from '../../../features/log/make-proof.js';
import type { CertificateLog } from '../certificate-log.js';
import { renderCertificateInThread } from './render-certificate-in-thread.js';

/** The PDF of a certificate, with the project's picture and the proof that it is in the log. */
export async function renderPublicCertificate(
  context: Context,
  certificate: CoveredCertificate,
  log: CertificateLog | undefined,
  locale: Locale,
): Promise<Buffer> {
  const facts = certificateFacts(certificate, context, log && (await withProof(context, certificate, log)));
  const picture = certificate.pictureAt ? await findPicture(context.db, certificate.projectId) : undefined;
  return renderCertificateInThread(
    context.threads,
    {
      ...facts,
      project: { ...facts.project, picture: picture?.print },
      coverage: await withPictures(context, facts.coverage),
    },
    { locale, claims: context.claims },
    certificate.accountId,
  );
}

async function withProof(
  { db }: Context,
  { salt }: CoveredCertificate,
  log: CertificateLog,
): Promise<CertificateLog> {
  const { entered, checkpoint } = log;
  if (!entered || !checkpoint) return log;
  return { ...log, entered: { ...entered, proof: await makeProof(db, { ...entered, salt }, checkpoint) } };
}
