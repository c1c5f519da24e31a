import { randomBytes } from 'node:crypto';
import { accountHash, type CertificateIssued } from '@regrove/verify';
import { noteAdopted } from '../methodologies/logged-methodology-store.js';
import type { Transaction } from '../../database/database.js';
import { decimal, type Whole } from '../../platform/decimals.js';
import { timeOfId } from '../../platform/ids.js';
import { isoDay } from '../../platform/time/months.js';
import { cleanText } from '../../platform/text/clean-text.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import type { LogSource } from '../../database/log-source.js';
import {
  listUnloggedCertificates,
  listLoggedCertificates,
  listMissingCertificates,
  markCertificatesLogged,
  type LoggedCertificate,
  type StoredCertificate,
} from './logged-certificate-store.js';

export const certificateLogSource: LogSource = {
  name: 'certificate',
  async take(db: Transaction, first: number, limit: number) {
    const issued = (await listUnloggedCertificates(db, limit)).map((certificate, number) => ({
      ...certificate,
      issuedAt: certificate.issuedAt ?? timeOfId(certificate.id),
      // Whoever proves the name has it as the certificate prints it.
      accountName: cleanText(certificate.accountName) || certificate.accountName,
      index: first + number,
      salt: randomBytes(32),
    }));
    await markCertificatesLogged(db, issued);
    await noteAdopted(db, uniqueMethodologies(issued));
    return Promise.all(issued.map(issuedEntry));
  },
  logged: async (db, first, end, limit) =>
    Promise.all(
      (await listLoggedCertificates(db, first, end, limit)).map(async (row) => ({
        index: row.index,
        id: row.id,
        entry: await issuedEntry(row),
        unknown: row.salt ? undefined : 'account',
      })),
    ),
  missing: listMissingCertificates,
};

const uniqueMethodologies = (certificates: readonly StoredCertificate[]): readonly string[] => [
  ...new Set(certificates.flatMap(({ methodologyId }) => methodologyId ?? [])),
];

/** What the log contains of a certificate. Without its salt, nobody can find out the name. */
async function issuedEntry(certificate: LoggedCertificate): Promise<CertificateIssued> {
  const { id, issuedAt, date, pages, trees, projectId, projectName, methodologyId } = certificate;
  return {
    v: 1,
    type: 'certificate.issued',
    id,
    at: issuedAt ? formatTimestamp(issuedAt) : '',
    date: isoDay(date),
    pages: exactPages(pages),
    trees: decimal(trees).toFixed(6),
    project: { id: projectId, name: projectName },
    methodology: methodologyId,
    account: certificate.salt ? await accountHash(certificate.salt, certificate.accountName) : '',
  };
}

/** Numbers in the log are those that everybody reads exactly. The pages of a month may be more. */
const exactPages = (pages: Whole): number | string =>
  Number.isSafeInteger(Number(pages)) ? Number(pages) : String(pages);
