import type { Context } from '../../../database/context.js';
import type { PublicCertificate } from '../../../features/certificates/public-certificate-store.js';
import { findPicture } from '../../../features/projects/project-picture-store.js';
import type { Locale } from '../../../messages/locales.js';
import { certificateFacts } from '../certificate-facts.js';
import { certificateProof, type CertificateLog } from '../certificate-log.js';
import { renderCertificateInThread } from './render-certificate-in-thread.js';

/** The PDF of a certificate, with the project's picture and the proof that it is in the log. */
export async function renderPublicCertificate(
  context: Context,
  certificate: PublicCertificate,
  log: CertificateLog | undefined,
  locale: Locale,
): Promise<Buffer> {
  const facts = certificateFacts(certificate, context, log && (await withProof(context, certificate, log)));
  const picture = certificate.pictureAt ? await findPicture(context.db, certificate.projectId) : undefined;
  return renderCertificateInThread(
    context.threads,
    { ...facts, project: { ...facts.project, picture: picture?.print } },
    { locale, claims: context.claims },
    certificate.accountId,
  );
}

async function withProof(
  context: Context,
  certificate: PublicCertificate,
  log: CertificateLog,
): Promise<CertificateLog> {
  const made = log.entered && (await certificateProof(context, certificate));
  return made ? { ...log, entered: { ...log.entered, proof: made.proof } } : log;
}
