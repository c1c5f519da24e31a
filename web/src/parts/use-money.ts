import { useStandard } from '../api/use-estimate.js';
import { useWords } from '../words/words.js';

/** Says prices, which come without their currency. */
export function useMoney(): (value: number) => string {
  const { money } = useWords();
  const standard = useStandard();
  return (value) => money(value, standard?.currency);
}
