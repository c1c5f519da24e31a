import { LRUCache } from 'lru-cache';
import type { AccountId } from '../accounts/account.js';
import type { PublicPage } from '../accounts/public-page-store.js';
import { listPlantedProjects } from '../projects/trees-by-account-store.js';
import { listCertificates, type Certificate } from '../certificates/certificate-store.js';
import { listVolume, type MonthVolume } from '../volume/volume-store.js';
import { currentMethodologyOrigin, type CurrentOrigin } from '../methodologies/methodology-origin-store.js';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { sumOf, whole, type Decimal, type Whole } from '../../platform/decimals.js';
import { addMonths, isoDay, startOfMonth } from '../../platform/time/months.js';
import { listSummedMonths, type SummedMonth } from '../rollups/rollup-store.js';
import { findImpactProjects, type ImpactProject } from './impact-store.js';

/** What a public page shows. */
export interface Impact {
  readonly trees: Decimal;
  /** What of these plantings cover; the others are pending. */
  readonly covered: Decimal;
  readonly pages: Whole;
  /** From the first month with trees to this one, without gaps. Empty: no trees yet. */
  readonly months: readonly MonthVolume[];
  /** Those with most trees first. */
  readonly projects: readonly ImpactProject[];
  /** Of all, also those that are not listed. */
  readonly projectCount: number;
  /** The newest of the account itself: those of other accounts would show their names. */
  readonly certificates: readonly Certificate[];
  readonly methodology: CurrentOrigin;
}

type Scope = Pick<PublicPage, 'accountId' | 'includeDescendants'>;

export type ReadImpact = (context: Context, scope: Scope) => Promise<Impact>;

const minuteMs = 60_000;
const maxPages = 2_000;
const maxProjects = 200;
const maxCertificates = 6;

/** Reads each at most once a minute, and once for all who wait for it: anyone may request public pages. */
export function createImpactReader(): ReadImpact {
  const cache = new LRUCache<string, Impact, Scope & { readonly context: Context }>({
    max: maxPages,
    ttl: minuteMs,
    fetchMethod: (_, __, { context: scope }) => readImpact(scope.context, scope),
  });
  return async (context, scope) => {
    const key = `${context.sandbox?.id ?? 'live'} ${scope.accountId} ${scope.includeDescendants}`;
    const impact = await cache.fetch(key, { context: { ...scope, context } });
    if (!impact) throw new Error('A public page was evicted while it was read');
    return impact;
  };
}

async function readImpact({ db, clock }: Context, { accountId, includeDescendants }: Scope): Promise<Impact> {
  const read = includeDescendants ? ofTree : ofAccount;
  const { volume, planted } = await read(db, accountId);
  const trees = sumOf(volume.map((month) => month.trees));
  const covered = sumOf(planted.map((project) => project.covered));
  return {
    trees: trees.toFixed(),
    // Jobs add up what accounts below have by month, and by project.
    covered: (covered.gt(trees) ? trees : covered).toFixed(),
    pages: whole(sumOf(volume.map(({ pages }) => pages))),
    months: withoutGaps(volume, clock()),
    projects: await findImpactProjects(db, planted.slice(0, maxProjects)),
    projectCount: planted.length,
    certificates: await listCertificates(db, accountId, { after: undefined, limit: maxCertificates }),
    methodology: await currentMethodologyOrigin(db),
  };
}

const [firstMonth, lastMonth] = ['0001-01-01', '9999-12-01'];

const ofAccount = async (db: Database, account: AccountId) => ({
  volume: await listVolume(db, account, firstMonth, lastMonth),
  planted: await listPlantedProjects(db, account, 'own'),
});

const ofTree = async (db: Database, account: AccountId) => ({
  volume: await listVolumeOfTree(db, account),
  planted: await listPlantedProjects(db, account, 'together'),
});

/** From the sums that a job keeps, so that it costs the same whatever the number of accounts below. */
async function listVolumeOfTree(db: Database, account: AccountId): Promise<MonthVolume[]> {
  const byMonth = new Map<string, SummedMonth[]>();
  for (const row of await listSummedMonths(db, account))
    byMonth.set(row.month, [...(byMonth.get(row.month) ?? []), row]);
  return [...byMonth].map(([month, rows]) => ({
    month,
    pages: whole(sumOf(rows.map(({ pages }) => pages))),
    trees: sumOf(rows.map(({ trees }) => trees)).toFixed(),
  }));
}

/** A month whose offsets were deleted is like one without any. */
function withoutGaps(volume: readonly MonthVolume[], now: Date): MonthVolume[] {
  const known = new Map(volume.filter(({ trees }) => Number(trees) > 0).map((month) => [month.month, month]));
  const days = [...known.keys()].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const thisMonth = isoDay(startOfMonth(now));
  const end = last > thisMonth ? last : thisMonth;
  const months: MonthVolume[] = [];
  for (let month = new Date(first); isoDay(month) <= end; month = addMonths(month, 1)) {
    const day = isoDay(month);
    months.push(known.get(day) ?? { month: day, pages: 0, trees: '0' });
  }
  return months;
}
