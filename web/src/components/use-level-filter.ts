import { useLevels } from '../api/use-levels.js';
import { useI18n } from '../i18n/use-i18n.js';
import type { ListFilter } from './list-tools.js';

/** Whose rows a list has: for accounts with others below them. */
export function useLevelFilter(): readonly ListFilter[] {
  const { t } = useI18n();
  const { level: others } = useLevels();
  if (!others) return [];
  const options = [
    { value: '', label: t('app.overview.own') },
    { value: 'below', label: t('app.overview.below') },
    { value: 'together', label: t('app.overview.together') },
  ];
  return [{ name: 'level', label: t('app.accounts.title'), options }];
}
