import { sumOf, whole, type Decimal, type Whole } from '../../platform/decimals.js';
import type { CertifiedTrees } from './tree-store.js';

/** Trees of the year's certificates. */
export interface TreeSum {
  readonly certificates: Whole;
  readonly pages: Decimal;
  readonly certified: Decimal;
}

export interface TreeFigures {
  readonly total: TreeSum;
  /** The most trees first. */
  readonly projects: readonly (TreeSum & { readonly projectId: string; readonly projectName: string })[];
}

export function treeFigures(
  rows: readonly CertifiedTrees[],
  names: ReadonlyMap<string, string>,
): TreeFigures {
  const ids = [...new Set(rows.map(({ projectId }) => projectId))];
  const projects = ids.map((projectId) => ({
    projectId,
    projectName: names.get(projectId) ?? '',
    ...sumUp(rows.filter((row) => row.projectId === projectId)),
  }));
  return {
    total: sumUp(rows),
    projects: projects.sort(
      (a, b) => Number(b.certified) - Number(a.certified) || (a.projectId < b.projectId ? -1 : 1),
    ),
  };
}

const sumUp = (rows: readonly CertifiedTrees[]): TreeSum => ({
  certificates: whole(sumOf(rows.map(({ certificates }) => certificates))),
  pages: sumOf(rows.map(({ pages }) => pages)).toFixed(),
  certified: sumOf(rows.map(({ trees }) => trees)).toFixed(),
});
