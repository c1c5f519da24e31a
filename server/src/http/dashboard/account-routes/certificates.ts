import { Type } from '@sinclair/typebox';
import {
  listCombinedCertificates,
  listSortedCertificates,
} from '../../../features/certificates/certificate-store.js';
import { withProjects } from '../../../features/certificates/read-certificates.js';
import { withOrigins } from '../../../features/origins/with-origins.js';
import { sortedKey } from '../../../database/sorted-list.js';
import { LevelQuery } from '../../../wire/dashboard/list-level.js';
import { readOrder, SortBy } from '../../../wire/dashboard/list-order.js';
import { ListedCertificate, presentListedCertificate } from '../../../wire/dashboard/listed-certificate.js';
import { DayRangeQuery, Id } from '../../../wire/fields.js';
import { dayRange } from '../../day-range.js';
import { list } from '../../route.js';
import { pageOfLevel } from '../page-of-level.js';
import { sortedBy } from '../sorted-by.js';

const newest = '-date';

/** More than the dashboard shows at a time. */
const maxWithOrigins = 100;

export const listedCertificates = list({
  operation: 'listSortedCertificates',
  path: '/certificates',
  summary: 'Biomass certificates, in any order, of some days or for a project; also of accounts below',
  query: Type.Object({
    ...DayRangeQuery.properties,
    ...LevelQuery.properties,
    sort: SortBy(['date', 'trees', 'pages']),
    project_id: Type.Optional(Id),
  }),
  item: ListedCertificate,
  sortedBy: sortedBy(newest),
  page: async ({ context: { db }, account, query }, page) => {
    const rows = await pageOfLevel(
      { ofOne: listSortedCertificates, ofMany: listCombinedCertificates },
      { db, account, level: query.level },
      { order: readOrder(query.sort, newest), range: dayRange(query), filters: [query.project_id ?? null] },
      page,
    );
    const certificates = await withProjects(db, rows);
    // Files do without: it takes a statement for each account and time.
    return rows.length > maxWithOrigins ? certificates : withOrigins(db, certificates);
  },
  keyOf: sortedKey,
  present: (certificate, { baseUrl }) => presentListedCertificate(certificate, baseUrl),
});
