import { originsOfCertificates, type OffsetOrigin } from '../biomass/offset-store.js';
import type { Certificate } from '../certificates/certificate-store.js';
import type { Database } from '../../database/database.js';
import { referenceOf, referencesOfOrigins } from './origin-references.js';

/** Where the trees of a certificate come from, and what its order or quote is called. */
export interface WithOrigin {
  readonly origin: OffsetOrigin | undefined;
  readonly reference: string | null;
}

/** Few at a time: each account is asked for its own. */
export async function withOrigins<Row extends Certificate>(
  db: Database,
  certificates: readonly Row[],
): Promise<(Row & WithOrigin)[]> {
  const origins = new Map<string, OffsetOrigin>();
  for (const account of new Set(certificates.map(({ accountId }) => accountId))) {
    const own = certificates.filter(({ accountId }) => accountId === account);
    for (const [id, origin] of await originsOfCertificates(db, account, own)) origins.set(id, origin);
  }
  const references = await referencesOfOrigins(db, [...origins.values()]);
  return certificates.map((certificate) => {
    const origin = origins.get(certificate.id);
    return { ...certificate, origin, reference: referenceOf(references, origin) };
  });
}
