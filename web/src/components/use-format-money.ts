import { useI18n } from '../i18n/use-i18n.js';
import { useSession } from '../session/use-session.js';

/** The API's prices come without their currency. */
export function useFormatMoney(): (value: number) => string {
  const { money } = useI18n();
  const { currency } = useSession();
  return (value) => money(value, currency);
}
