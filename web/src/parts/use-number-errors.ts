import { useWords } from '../words/words.js';

/** What a form says below a field that has to have something in it: nothing is another fault than nought. */
export function useNumberErrors(): (value: number | string) => string | null {
  const { say } = useWords();
  return (value) => (value === '' ? say('app.required') : Number(value) > 0 ? null : say('app.aboveZero'));
}
