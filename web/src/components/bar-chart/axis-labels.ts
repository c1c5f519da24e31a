interface AxisLabel {
  /** Of the column, which it is centered below. */
  readonly index: number;
  readonly text: string;
  /** Below the first label of each year, if there are several years. */
  readonly year: string | undefined;
}

interface Room {
  readonly width: number;
  readonly widthOf: (text: string) => number;
}

const gap = 6;

/**
 * The densest of all months, quarters, half-years and years that fits, and always the first month: labels that would touch it, and
 * those that would leave the chart, are dropped.
 */
export function axisLabels(
  months: readonly string[],
  format: (iso: string) => string,
  { width, widthOf }: Room,
): AxisLabel[] {
  if (width === 0) return [];
  const years = months.map((iso) => iso.slice(0, 4));
  const hasYears = new Set(years).size > 1;
  const texts = months.map(format);
  // The year may be below any of them.
  const widest = Math.max(...[...texts, hasYears ? '0000' : ''].map(widthOf)) + gap;
  const column = width / months.length;
  const step = [1, 3, 6, 12].find((count) => count * column >= widest);
  const chosen = months.flatMap((iso, index) => {
    const isOfStep = step !== undefined && new Date(iso).getUTCMonth() % step === 0;
    const isClear = index * column >= widest && (months.length - index - 0.5) * column >= widest / 2 - gap;
    return index === 0 || (isOfStep && isClear) ? [index] : [];
  });
  return chosen.map((index, place) => ({
    index,
    text: texts[index] ?? '',
    year: hasYears && years[index] !== years[chosen[place - 1] ?? -1] ? years[index] : undefined,
  }));
}
