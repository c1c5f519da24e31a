/** Plurals follow the number as it is shown, rounded to two decimals: what is shown as 1 is one tree. */
export function withDisplayedTrees<V>(
  values: Readonly<Record<string, V>>,
): Readonly<Record<string, V | number>> {
  const trees = Number(values['trees']);
  return trees >= 0.995 && trees < 1.005 ? { ...values, trees: 1 } : values;
}
