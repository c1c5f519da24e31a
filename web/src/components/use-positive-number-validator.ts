import { useI18n } from '../i18n/use-i18n.js';

/** What a form says below a field that has to have something in it: nothing is another fault than nought. */
export function usePositiveNumberValidator(): (value: number | string) => string | null {
  const { t } = useI18n();
  return (value) => (value === '' ? t('app.required') : Number(value) > 0 ? null : t('app.aboveZero'));
}
