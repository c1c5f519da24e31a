/** Plurals follow the number as it is shown, rounded to two decimals: what is shown as 1 is one tree, or one tonne. */
export function withDisplayedTrees<V>(
  values: Readonly<Record<string, V>>,
): Readonly<Record<string, V | number>> {
  const ones = (['trees', 'tonnes'] as const).filter((name) => isShownAsOne(Number(values[name])));
  return ones.length > 0 ? { ...values, ...Object.fromEntries(ones.map((name) => [name, 1])) } : values;
}

const isShownAsOne = (amount: number): boolean => amount >= 0.995 && amount < 1.005;
