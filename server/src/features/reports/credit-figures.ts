import type { Big } from 'big.js';
import { decimal, shareOf, sumOf, whole, type Decimal, type Whole } from '../../platform/decimals.js';
import type { CreditRow, OrderedCredits } from './credit-store.js';
import { euCountries } from './eu-countries.js';

/** Credits by the points of ESRS E1-7. */
export interface CreditFigures {
  readonly ordered: { readonly offsets: Whole; readonly tonnes: Decimal; readonly waiting: Decimal };
  readonly retired: CreditSum;
  readonly planned: CreditSum;
  /** By what is known of the credits. */
  readonly kinds: readonly CreditRow[];
}

/** Shares are of 1, with four decimals, rounded down; null if there are no credits. What is unknown is in no share. */
export interface CreditSum {
  readonly tonnes: Decimal;
  readonly removal: Decimal;
  readonly avoidance: Decimal;
  readonly euShare: Decimal | null;
  readonly adjustedShare: Decimal | null;
}

const shareDecimals = 4;

export function creditFigures(rows: readonly CreditRow[], ordered: readonly OrderedCredits[]): CreditFigures {
  return {
    ordered: {
      offsets: whole(sumOf(ordered.map(({ offsets }) => offsets))),
      tonnes: sumOf(ordered.map(({ tonnes }) => tonnes)).toFixed(),
      waiting: sumOf(ordered.map(({ waiting }) => waiting)).toFixed(),
    },
    retired: sumUp(rows, ({ retired }) => retired),
    planned: sumUp(rows, ({ planned }) => planned),
    kinds: merged(rows),
  };
}

function sumUp(rows: readonly CreditRow[], tonnesOf: (row: CreditRow) => Decimal): CreditSum {
  const sum = (isIn: (row: CreditRow) => boolean): Big => sumOf(rows.filter(isIn).map(tonnesOf));
  const tonnes = sum(() => true);
  const share = (part: Big): Decimal | null =>
    tonnes.eq(0) ? null : shareOf(part, tonnes, shareDecimals).toFixed();
  return {
    tonnes: tonnes.toFixed(),
    removal: sum(({ type }) => type === 'removal').toFixed(),
    avoidance: sum(({ type }) => type === 'avoidance').toFixed(),
    euShare: share(sum(({ country }) => country !== null && euCountries.has(country))),
    adjustedShare: share(sum(({ correspondingAdjustment }) => correspondingAdjustment === 'yes')),
  };
}

/** Rows of several accounts as one; sorted by project. */
function merged(rows: readonly CreditRow[]): CreditRow[] {
  const kinds = new Map<string, CreditRow>();
  for (const row of rows) {
    const { retired, planned, ...kind } = row;
    const key = JSON.stringify(kind);
    const before = kinds.get(key);
    kinds.set(key, {
      ...kind,
      retired: decimal(retired)
        .plus(before?.retired ?? 0)
        .toFixed(),
      planned: decimal(planned)
        .plus(before?.planned ?? 0)
        .toFixed(),
    });
  }
  const keyOf = ({ retired: _, planned: __, ...kind }: CreditRow): string =>
    kind.projectName + JSON.stringify(kind);
  return [...kinds.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
