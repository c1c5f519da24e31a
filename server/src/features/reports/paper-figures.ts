import type { Big } from 'big.js';
import { decimal, sumOf, whole, type Decimal, type Whole } from '../../platform/decimals.js';
import { isoMonth } from '../../platform/time/months.js';
import type { StoredMethodology } from '../methodologies/methodology-store.js';
import { paperSources, type PaperRow, type PaperSource } from './paper-store.js';
import type { ReportYear } from './report-year.js';

/** An amount of paper, and what making it has emitted. Nothing is rounded. */
export interface PaperSum {
  /** Deposits, orders, quotes and offsets. */
  readonly records: Whole;
  readonly sheets: Decimal;
  readonly kilograms: Decimal;
  readonly tonnesCo2e: Decimal;
}

export interface SourceSum extends PaperSum {
  readonly source: PaperSource;
  readonly feedType: string | null;
}

export interface MonthSum extends PaperSum {
  /** YYYY-MM */
  readonly month: string;
  readonly sources: readonly SourceSum[];
}

export interface PaperFigures {
  readonly total: PaperSum;
  /** Of the year before, as a whole. */
  readonly before: PaperSum;
  readonly sources: readonly SourceSum[];
  /** All twelve. */
  readonly months: readonly MonthSum[];
  /** What withdrawn certificates of a month-end have returned to deposits: in no other figure, because it was counted before. */
  readonly returned: PaperSum;
  /** The same paper by the methodology that converts it. */
  readonly methodologies: readonly (PaperSum & { readonly methodology: StoredMethodology })[];
}

const gramsPerKilogram = '0.001';
const gramsPerTonne = '0.000001';

type WeighedRow = PaperRow & { readonly methodology: StoredMethodology };

/** `rows` are all paper, `returned` what of it had been deposited before. */
export function paperFigures(
  { rows, returned }: { readonly rows: readonly PaperRow[]; readonly returned: readonly PaperRow[] },
  { months }: ReportYear,
  methodologies: readonly StoredMethodology[],
): PaperFigures {
  const weigh = (row: PaperRow): WeighedRow => ({ ...row, methodology: methodologyOf(row, methodologies) });
  const back = returned.map(weigh);
  const all = [...rows.map(weigh), ...back.map(negated)];
  const ofYear = all.filter(({ month }) => month > 12);
  return {
    total: sumUp(ofYear),
    before: sumUp(all.filter(({ month }) => month <= 12)),
    sources: sourcesOf(ofYear),
    months: months.slice(12).map((start, index) => {
      const ofMonth = ofYear.filter(({ month }) => month === index + 13);
      return { month: isoMonth(start), ...sumUp(ofMonth), sources: sourcesOf(ofMonth) };
    }),
    returned: sumUp(back.filter(({ month }) => month > 12)),
    methodologies: methodologies.flatMap((methodology) => {
      const converted = ofYear.filter((row) => row.methodology === methodology);
      return converted.length === 0 ? [] : [{ methodology, ...sumUp(converted) }];
    }),
  };
}

function methodologyOf(
  { methodologyId }: PaperRow,
  methodologies: readonly StoredMethodology[],
): StoredMethodology {
  const found = methodologies.find(({ id, current }) =>
    methodologyId === null ? current : id === methodologyId,
  );
  if (!found) throw new Error(`There is no methodology ${methodologyId ?? 'that is current'}`);
  return found;
}

const negated = (row: WeighedRow): WeighedRow => ({
  ...row,
  records: whole(decimal(row.records).neg()),
  sheets: decimal(row.sheets).neg().toFixed(),
  mass: decimal(row.mass).neg().toFixed(),
});

function sumUp(rows: readonly WeighedRow[]): PaperSum {
  const tonnes = ({ mass, methodology }: WeighedRow): Big =>
    decimal(mass).times(methodology.emissionFactor).times(gramsPerTonne);
  return {
    records: whole(sumOf(rows.map(({ records }) => records))),
    sheets: sumOf(rows.map(({ sheets }) => sheets)).toFixed(),
    kilograms: sumOf(rows.map(({ mass }) => mass))
      .times(gramsPerKilogram)
      .toFixed(),
    tonnesCo2e: sumOf(rows.map(tonnes)).toFixed(),
  };
}

/** Leaves out sources without any paper. */
function sourcesOf(rows: readonly WeighedRow[]): SourceSum[] {
  return paperSources.flatMap((source) => {
    const ofSource = rows.filter((row) => row.source === source);
    const types = [...new Set(ofSource.map(({ feedType }) => feedType))].sort(byType);
    return types.flatMap((feedType) => {
      const sum = sumUp(ofSource.filter((row) => row.feedType === feedType));
      return sum.records === 0 ? [] : [{ source, feedType, ...sum }];
    });
  });
}

/** Deleted feeds last. */
const byType = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : a < b ? -1 : 1;
