/** Trees that are shown as 1 are one tree: the plural goes with the number as it is shown, with its two decimals. */
export function withShownTrees<V>(values: Readonly<Record<string, V>>): Readonly<Record<string, V | number>> {
  const trees = Number(values['trees']);
  return trees >= 0.995 && trees < 1.005 ? { ...values, trees: 1 } : values;
}
