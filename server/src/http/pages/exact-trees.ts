import { treeDecimals } from '../../features/paper/conversion.js';
import type { I18n } from '../../messages/i18n.js';
import type { Decimal } from '../../platform/decimals.js';

/** With all decimals, as the log proves it. Undefined if the rounded number is the exact one. */
export function exactTrees(trees: Decimal, i18n: I18n): string | undefined {
  const exact = i18n.number(trees, { maximumFractionDigits: treeDecimals });
  return exact === i18n.rounded(trees) ? undefined : i18n.t('certificate.exact', { exact });
}
