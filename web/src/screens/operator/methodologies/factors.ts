import { useIntl } from 'react-intl';
import type { newMethodologyLimits } from '../../../api/limits.js';
import type { Methodology } from '../../../api/wire.js';
import type { MessageKey } from '../../../i18n/use-i18n.js';
import { useFormatRate } from '../use-format-rate.js';

export type FactorName = keyof typeof newMethodologyLimits;

export const factors: readonly { readonly name: FactorName; readonly label: MessageKey }[] = [
  { name: 'width', label: 'app.operator.methodologies.width' },
  { name: 'length', label: 'app.operator.methodologies.length' },
  { name: 'gsm', label: 'app.operator.methodologies.gsm' },
  { name: 'pages_per_tree', label: 'app.operator.methodologies.pagesPerTree' },
  { name: 'emission_factor', label: 'app.operator.methodologies.emissionFactor' },
  { name: 'price_per_page', label: 'app.operator.pricePerPage' },
];

/** With all digits. */
export function useFactorText(): (name: FactorName, methodology: Methodology) => string {
  const intl = useIntl();
  const rate = useFormatRate();
  return (name, methodology) =>
    name === 'price_per_page'
      ? rate(methodology[name])
      : intl.formatNumber(methodology[name], { maximumFractionDigits: 6 });
}
