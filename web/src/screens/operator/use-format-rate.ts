import { useIntl } from 'react-intl';
import { useCurrency } from '../../api/use-estimate.js';

/** Prices of a page are far below a cent: all of their digits are shown. */
export function useFormatRate(): (price: number) => string {
  const intl = useIntl();
  const currency = useCurrency();
  return (price) =>
    intl.formatNumber(price, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 10,
      ...(currency !== undefined && { style: 'currency', currency }),
    });
}
