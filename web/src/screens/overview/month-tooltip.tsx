import type { VolumePeriod } from '@regrove/sdk';
import { useI18n } from '../../i18n/use-i18n.js';

export function MonthTooltip({ period }: { readonly period: VolumePeriod }) {
  const { t, month, trees } = useI18n();
  return (
    <>
      <strong>{month(period.date)}</strong>
      <span>
        {trees(period.trees)} {t('certificate.trees', { trees: period.trees })}
      </span>
      <span>{t('certificate.pages', { pages: period.pages })}</span>
    </>
  );
}
