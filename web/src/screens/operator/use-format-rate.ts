import { useIntl } from 'react-intl';
import { useCurrency } from '../../api/use-estimate.js';

/** A page costs a fraction of a cent, so all digits are shown. */
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
