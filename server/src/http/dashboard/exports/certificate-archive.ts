import { Type } from '@sinclair/typebox';
import type { Account } from '../../../features/accounts/account.js';
import { listCertificateIds } from '../../../features/certificates/certificate-store.js';
import { findPublicCertificateOfAccount } from '../../../features/certificates/public-certificate-store.js';
import type { Context } from '../../../database/context.js';
import { locales, type Locale } from '../../../messages/locales.js';
import { invalid, missing } from '../../../platform/errors.js';
import { zipOf, type ZipEntry } from '../../../platform/files/zip.js';
import { IdleEvictionMap } from '../../../platform/limits/idle-eviction-map.js';
import { Semaphore } from '../../../platform/limits/semaphore.js';
import { lastDayOfMonth, readMonth } from '../../../platform/time/months.js';
import { OneOf } from '../../../wire/fields.js';
import { limitBulkWork } from '../../pages/bulk-limit.js';
import { certificateNumber } from '../../pages/certificate-number.js';
import { certificateLog } from '../../pages/certificate-log.js';
import { withCoverage } from '../../../features/plantings/read-coverage.js';
import { renderPublicCertificate } from '../../pages/certificate-pdf/render-public-certificate.js';
import { download } from '../dashboard-route.js';

/** Each takes a part of a second of a thread. */
export const maxCertificates = 200;

const oneAtATime = (): Semaphore => new Semaphore({ permits: 1 });

/**
 * Root accounts take turns in the thread of archives, and so do the accounts below one: who makes several does not get more. A turn is
 * one certificate: a slow client delays nobody.
 */
const slotsOfRoots = new IdleEvictionMap(oneAtATime);
const slotsOfAccounts = new IdleEvictionMap(oneAtATime);

export const certificateArchive = download({
  operation: 'exportCertificatePdfs',
  path: '/exports/certificate-pdfs',
  summary: 'The certificates of a month as PDF files, in one ZIP file',
  query: Type.Object({ month: Type.String(), locale: Type.Optional(OneOf(locales)) }),
  open: async ({ context, caller, account, query: { month, locale = 'en' } }) => {
    const start = readMonth(month);
    const range = { start, end: lastDayOfMonth(start) };
    const ids = await listCertificateIds(context.db, account.id, range, maxCertificates + 1);
    if (ids.length === 0) throw missing('There are no certificates in this month');
    if (ids.length > maxCertificates)
      throw invalid(`The month has more than ${maxCertificates} certificates, too many for one file`, {
        code: 'too-many-certificates',
        params: { max: maxCertificates },
      });
    return {
      name: `certificates-${month}.zip`,
      type: 'application/zip',
      parts: zipOf(pdfsOf(context, { caller, account }, ids, locale)),
    };
  },
});

const inTurn = <Result>(
  { id, lineage: [root = id] }: Account,
  work: () => Promise<Result>,
): Promise<Result> => slotsOfAccounts.of(id).run(() => slotsOfRoots.of(root).run(() => limitBulkWork(work)));

async function* pdfsOf(
  context: Context,
  { caller, account }: { readonly caller: Account; readonly account: Account },
  ids: readonly string[],
  locale: Locale,
): AsyncGenerator<ZipEntry> {
  for (const id of ids) {
    const certificate = await findPublicCertificateOfAccount(context.db, account.id, id);
    // It may have been withdrawn meanwhile.
    if (!certificate || certificate.withdrawnAt) continue;
    const pdf = await inTurn(caller, async () => {
      const log = await certificateLog(context, certificate);
      return renderPublicCertificate(context, await withCoverage(context.db, certificate), log, locale);
    });
    yield { name: `${certificateNumber(id)}.pdf`, parts: [pdf], isStored: true };
  }
}
