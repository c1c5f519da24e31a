import { useIntl } from 'react-intl';
import type { Methodology } from '../../../api/wire.js';
import type { MessageKey } from '../../../i18n/use-i18n.js';
import { useFormatRate } from '../use-format-rate.js';

/** With the limits that the server enforces. */
export const factors = [
  { name: 'width', label: 'app.operator.methodologies.width', min: 0.01, max: 2, decimals: 6 },
  { name: 'length', label: 'app.operator.methodologies.length', min: 0.01, max: 2, decimals: 6 },
  { name: 'gsm', label: 'app.operator.methodologies.gsm', min: 1, max: 1000, decimals: 0 },
  {
    name: 'pages_per_tree',
    label: 'app.operator.methodologies.pagesPerTree',
    min: 1,
    max: 1_000_000,
    decimals: 6,
  },
  {
    name: 'emission_factor',
    label: 'app.operator.methodologies.emissionFactor',
    min: 0,
    max: 100,
    decimals: 6,
  },
  { name: 'price_per_page', label: 'app.operator.pricePerPage', min: 0, max: 100, decimals: 10 },
] as const satisfies readonly {
  name: keyof Methodology;
  label: MessageKey;
  min: number;
  max: number;
  decimals: number;
}[];

export type FactorName = (typeof factors)[number]['name'];

/** With all digits. */
export function useFactorText(): (name: FactorName, methodology: Methodology) => string {
  const intl = useIntl();
  const rate = useFormatRate();
  return (name, methodology) =>
    name === 'price_per_page'
      ? rate(methodology[name])
      : intl.formatNumber(methodology[name], { maximumFractionDigits: 6 });
}
