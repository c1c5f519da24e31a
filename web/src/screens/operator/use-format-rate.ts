import { useIntl } from 'react-intl';
import { useSession } from '../../session/use-session.js';

/** A page costs a fraction of a cent, so all digits are shown. */
export function useFormatRate(): (price: number) => string {
  const intl = useIntl();
  const { currency } = useSession();
  return (price) =>
    intl.formatNumber(price, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 10,
      style: 'currency',
      currency,
    });
}
