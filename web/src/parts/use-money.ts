import { useCurrency } from '../api/use-estimate.js';
import { useWords } from '../words/words.js';

/** Says prices, which come without their currency. */
export function useMoney(): (value: number) => string {
  const { money } = useWords();
  const currency = useCurrency();
  return (value) => money(value, currency);
}
