import { Type } from '@sinclair/typebox';
import type { AccountId } from '../../../features/accounts/account.js';
import { listCertificateIds } from '../../../features/certificates/certificate-store.js';
import {
  findPublicCertificateOfAccount,
  type PublicCertificate,
} from '../../../features/certificates/public-certificate-store.js';
import { findPicture } from '../../../features/projects/project-picture-store.js';
import type { Context } from '../../../database/context.js';
import { locales, type Locale } from '../../../messages/locales.js';
import { invalid, missing, unavailable } from '../../../platform/errors.js';
import { zipOf, type ZipEntry } from '../../../platform/files/zip.js';
import { Semaphore } from '../../../platform/limits/semaphore.js';
import { lastDayOfMonth, readMonth } from '../../../platform/time/months.js';
import { OneOf } from '../../../wire/fields.js';
import { certificateFacts, certificateNumber } from '../../pages/certificate-facts.js';
import { renderCertificateInThread } from '../../pages/certificate-pdf/render-certificate-in-thread.js';
import { download } from '../dashboard-route.js';

/** Each takes a part of a second of a thread. */
export const maxCertificates = 200;

/** All archives together use one thread, in turns, so that single certificates do not wait for them. */
const renderSlot = new Semaphore({ permits: 1 });

/** The root accounts whose archives are being made: one at a time for each. */
const busy = new Set<string>();

export const certificateArchive = download({
  operation: 'exportCertificatePdfs',
  path: '/exports/certificate-pdfs',
  summary: 'The certificates of a month as PDF files, in one ZIP file',
  query: Type.Object({ month: Type.String(), locale: Type.Optional(OneOf(locales)) }),
  open: async ({ context, account, baseUrl, query: { month, locale = 'en' } }) => {
    const start = readMonth(month);
    const range = { start, end: lastDayOfMonth(start) };
    const ids = await listCertificateIds(context.db, account.id, range, maxCertificates + 1);
    if (ids.length === 0) throw missing('There are no certificates in this month');
    if (ids.length > maxCertificates)
      throw invalid(`The month has more than ${maxCertificates} certificates, too many for one file`, {
        code: 'too-many-certificates',
        params: { max: maxCertificates },
      });
    const [root = account.id] = account.lineage;
    requireNotBusy(root);
    return {
      name: `certificates-${month}.zip`,
      type: 'application/zip',
      parts: zipOf(oneAtATime(root, pdfsOf(context, account.id, ids, { baseUrl, locale }))),
    };
  },
});

function requireNotBusy(root: string): void {
  if (busy.has(root)) throw unavailable('Another file of certificates is being made: try again shortly');
}

/**
 * Ends the turn of the root account also if nobody reads to the end. Several requests may have passed the check above before the
 * first of them was read, so it is repeated: one account's files must not take the turns of others.
 */
async function* oneAtATime(root: string, entries: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry> {
  requireNotBusy(root);
  busy.add(root);
  try {
    yield* entries;
  } finally {
    busy.delete(root);
  }
}

async function* pdfsOf(
  context: Context,
  account: AccountId,
  ids: readonly string[],
  { baseUrl, locale }: { readonly baseUrl: string; readonly locale: Locale },
): AsyncGenerator<ZipEntry> {
  for (const id of ids) {
    const certificate = await findPublicCertificateOfAccount(context.db, account, id);
    // It may have been withdrawn meanwhile.
    if (!certificate || certificate.withdrawnAt) continue;
    const pdf = await renderSlot.run(() => render(context, certificate, baseUrl, locale));
    yield { name: `${certificateNumber(id)}.pdf`, parts: [pdf], isStored: true };
  }
}

async function render(
  { db, threads }: Context,
  certificate: PublicCertificate,
  baseUrl: string,
  locale: Locale,
): Promise<Buffer> {
  const facts = certificateFacts(certificate, baseUrl);
  const picture = certificate.pictureAt ? await findPicture(db, certificate.projectId) : undefined;
  return renderCertificateInThread(
    threads,
    { ...facts, project: { ...facts.project, picture: picture?.print } },
    locale,
  );
}
