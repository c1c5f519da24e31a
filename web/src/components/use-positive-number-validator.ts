import { useI18n } from '../i18n/use-i18n.js';

/** An empty field gets another message than 0. */
export function usePositiveNumberValidator(): (value: number | string) => string | null {
  const { t } = useI18n();
  return (value) => (value === '' ? t('app.required') : Number(value) > 0 ? null : t('app.aboveZero'));
}
