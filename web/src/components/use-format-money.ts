import { useCurrency } from '../api/use-estimate.js';
import { useI18n } from '../i18n/use-i18n.js';

/** The API's prices come without their currency. */
export function useFormatMoney(): (value: number) => string {
  const { money } = useI18n();
  const currency = useCurrency();
  return (value) => money(value, currency);
}
