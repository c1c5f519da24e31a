import type { Account, AccountId } from '../accounts/account.js';
import { accountsOfLevel, type Level } from '../accounts/accounts-of-level.js';
import { listMethodologies, type StoredMethodology } from '../methodologies/methodology-store.js';
import { plantingFigures } from '../plantings/planting-figures-store.js';
import { findForestryProjects } from '../projects/forestry-project-store.js';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { reportDatabase } from '../../database/report-database.js';
import { decimal } from '../../platform/decimals.js';
import { sumCredits, sumOrderedCredits, type CreditRow, type OrderedCredits } from './credit-store.js';
import { creditFigures, type CreditFigures } from './credit-figures.js';
import { paperFigures, type PaperFigures } from './paper-figures.js';
import {
  sumDeposits,
  sumDirectOffsets,
  sumReturnedDeposits,
  sumOrderedPaper,
  type PaperRow,
} from './paper-store.js';
import { withReportSlot } from './report-slots.js';
import { reportYear, type ReportYear } from './report-year.js';
import { treeFigures, type ReportedProject, type TreeFigures } from './tree-figures.js';
import {
  listReportedCertificates,
  sumCertifiedTrees,
  type CertifiedTrees,
  type ReportedCertificate,
} from './tree-store.js';

/** More cannot be added up while somebody waits. */
const maxAccounts = 10_000;
/** So many are asked for by one statement. */
const accountsAtOnce = 1000;
/** More are only counted: the list of certificates has them. */
export const maxReportedCertificates = 5000;

export interface AnnualReport {
  readonly account: Pick<Account, 'id' | 'displayName'>;
  readonly year: ReportYear;
  /** When it was made. */
  readonly at: Date;
  readonly includesBelow: boolean;
  readonly accountsBelow: number;
  /** Those of the account itself; with the accounts below it, also theirs, and both together. */
  readonly levels: readonly LevelFigures[];
  readonly certificates: readonly (ReportedCertificate & { projectName: string; accountName: string })[];
  /** How many more certificates the year has. */
  readonly certificatesLeft: number;
  readonly isSandbox: boolean;
}

export interface LevelFigures {
  readonly level: Level;
  readonly paper: PaperFigures;
  readonly trees: TreeFigures;
  readonly credits: CreditFigures;
}

interface AskedReport {
  readonly year: number;
  readonly includesBelow: boolean;
}

/**
 * Reads a year of the account, and of those below it if these are included, and makes something of it in the same turn: rendering may
 * take longer than reading.
 */
export async function makeAnnualReport<Made>(
  context: Context,
  account: Account,
  asked: AskedReport,
  make: (report: AnnualReport) => Promise<Made>,
): Promise<Made> {
  const at = context.clock();
  const year = reportYear(asked.year, at);
  return withReportSlot(account, async () => {
    // Sums that are compared in the report must be of the same rows, whatever is written while they are read.
    const read = await reportDatabase(context).repeatableRead((db) =>
      readFigures(db, account, year, asked.includesBelow),
    );
    return make({
      account,
      year,
      at,
      includesBelow: asked.includesBelow,
      isSandbox: context.sandbox !== undefined,
      ...read,
    });
  });
}

type ReadFigures = Pick<AnnualReport, 'accountsBelow' | 'levels' | 'certificates' | 'certificatesLeft'>;

/** Nothing in them is rounded. */
async function readFigures(
  db: Database,
  account: Account,
  year: ReportYear,
  includesBelow: boolean,
): Promise<ReadFigures> {
  const names = await accountsOfLevel(db, account, includesBelow ? 'together' : 'own', maxAccounts);
  const below = [...names.keys()].filter((id) => id !== account.id);
  const methodologies = await listMethodologies(db);
  const own = await readRows(db, [account.id], year, methodologies);
  const others = await readRows(db, below, year, methodologies);
  const projects = await readProjects(db, [
    ...new Set([...own.trees, ...others.trees].map(({ projectId }) => projectId)),
  ]);
  const figures = (level: Level, rows: readonly Rows[]): LevelFigures => ({
    level,
    paper: paperFigures(
      { rows: rows.flatMap(({ paper }) => paper), returned: rows.flatMap(({ returned }) => returned) },
      year,
      methodologies,
    ),
    trees: treeFigures(
      rows.flatMap(({ trees }) => trees),
      projects,
    ),
    credits: creditFigures(
      rows.flatMap(({ credits }) => credits),
      rows.flatMap(({ ordered }) => ordered),
    ),
  });
  const levels = [
    figures('own', [own]),
    ...(includesBelow ? [figures('below', [others]), figures('together', [own, others])] : []),
  ];
  const certificates = await listReportedCertificates(db, [...names.keys()], year, maxReportedCertificates);
  const total = Number(levels.at(-1)?.trees.total.certificates ?? 0);
  return {
    accountsBelow: below.length,
    levels,
    certificates: certificates.map((certificate) => ({
      ...certificate,
      projectName: projects.get(certificate.projectId)?.name ?? '',
      accountName: names.get(certificate.accountId) ?? '',
    })),
    certificatesLeft: Math.max(0, total - certificates.length),
  };
}

/** What the database has of some accounts. */
interface Rows {
  readonly paper: readonly PaperRow[];
  readonly returned: readonly PaperRow[];
  readonly trees: readonly CertifiedTrees[];
  readonly credits: readonly CreditRow[];
  readonly ordered: readonly OrderedCredits[];
}

async function readRows(
  db: Database,
  accounts: readonly AccountId[],
  year: ReportYear,
  methodologies: readonly StoredMethodology[],
): Promise<Rows> {
  const parts: Rows[] = [];
  for (let first = 0; first < accounts.length; first += accountsAtOnce) {
    const some = accounts.slice(first, first + accountsAtOnce);
    parts.push({
      paper: [
        ...(await sumDeposits(db, some, year)),
        ...(await sumOrderedPaper(db, some, year)),
        ...(await sumDirectOffsets(db, some, year)).map((row) => ({
          ...row,
          mass: massOfPages(row, methodologies),
        })),
      ],
      returned: await sumReturnedDeposits(db, some, year),
      trees: await sumCertifiedTrees(db, some, year),
      credits: await sumCredits(db, some, year),
      ordered: [await sumOrderedCredits(db, some, year)],
    });
  }
  return {
    paper: parts.flatMap(({ paper }) => paper),
    returned: parts.flatMap(({ returned }) => returned),
    trees: parts.flatMap(({ trees }) => trees),
    credits: parts.flatMap(({ credits }) => credits),
    ordered: parts.flatMap(({ ordered }) => ordered),
  };
}

async function readProjects(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReportedProject>> {
  const projects = await findForestryProjects(db, ids);
  const figures = await plantingFigures(db, projects);
  return new Map(
    projects.map(({ id, name }) => {
      const { planted = '0', surviving = '0' } = figures.get(id) ?? {};
      return [id, { name, planted, surviving }];
    }),
  );
}

/** Grams of standard pages. */
function massOfPages(
  { sheets, methodologyId }: { readonly sheets: string; readonly methodologyId: string },
  methodologies: readonly StoredMethodology[],
): string {
  const methodology = methodologies.find(({ id }) => id === methodologyId);
  if (!methodology) throw new Error(`Methodology ${methodologyId} is gone`);
  return decimal(sheets).times(methodology.standardPageMass).toFixed();
}
