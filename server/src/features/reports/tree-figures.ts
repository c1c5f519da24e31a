import { shareOf, sumOf, decimal, whole, type Decimal, type Whole } from '../../platform/decimals.js';
import type { CertifiedTrees } from './tree-store.js';

/** Trees of the year's certificates. */
export interface TreeSum {
  readonly certificates: Whole;
  readonly pages: Decimal;
  readonly certified: Decimal;
  readonly planted: Decimal;
  readonly pending: Decimal;
  readonly surviving: Decimal;
}

export interface TreeFigures {
  readonly total: TreeSum;
  /** The most trees first. */
  readonly projects: readonly ProjectTrees[];
}

export interface ProjectTrees extends TreeSum {
  readonly projectId: string;
  readonly projectName: string;
  /** What survives of all that was ever planted in the project, for anyone; of 1, rounded down. Null: nothing was recorded. */
  readonly survivalRate: Decimal | null;
}

/** What is known of a project itself. */
export interface ReportedProject {
  readonly name: string;
  readonly planted: Decimal;
  readonly surviving: Decimal;
}

const rateDecimals = 4;

export function treeFigures(
  rows: readonly CertifiedTrees[],
  known: ReadonlyMap<string, ReportedProject>,
): TreeFigures {
  const ids = [...new Set(rows.map(({ projectId }) => projectId))];
  const projects = ids.map((projectId) => ({
    projectId,
    projectName: known.get(projectId)?.name ?? '',
    survivalRate: survivalRate(known.get(projectId)),
    ...sumUp(rows.filter((row) => row.projectId === projectId)),
  }));
  return {
    total: sumUp(rows),
    projects: projects.sort(
      (a, b) => Number(b.certified) - Number(a.certified) || (a.projectId < b.projectId ? -1 : 1),
    ),
  };
}

function survivalRate(project: ReportedProject | undefined): Decimal | null {
  const planted = decimal(project?.planted ?? 0);
  return planted.eq(0) ? null : shareOf(decimal(project?.surviving ?? 0), planted, rateDecimals).toFixed();
}

function sumUp(rows: readonly CertifiedTrees[]): TreeSum {
  const certified = sumOf(rows.map(({ trees }) => trees));
  const planted = sumOf(rows.map((row) => row.planted));
  return {
    certificates: whole(sumOf(rows.map(({ certificates }) => certificates))),
    pages: sumOf(rows.map(({ pages }) => pages)).toFixed(),
    certified: certified.toFixed(),
    planted: planted.toFixed(),
    pending: certified.minus(planted).toFixed(),
    surviving: planted.minus(sumOf(rows.map(({ lost }) => lost))).toFixed(),
  };
}
