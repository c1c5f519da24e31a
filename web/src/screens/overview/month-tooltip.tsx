import { useI18n } from '../../i18n/use-i18n.js';
import { dayOf, type MonthFigures } from './month-figures.js';

export function MonthTooltip({ figures }: { readonly figures: MonthFigures }) {
  const { t, month, trees } = useI18n();
  const { before } = figures;
  return (
    <>
      <strong>{month(dayOf(figures.month))}</strong>
      <span>
        {trees(figures.trees)} {t('certificate.trees', { trees: figures.trees })}
      </span>
      <span>{t('certificate.pages', { pages: figures.pages })}</span>
      {figures.mtco2e > 0 && (
        <span>
          {t('app.labelled', {
            label: t('app.overview.offsetCo2e'),
            value: t('app.amount.tonnes', { tonnes: figures.mtco2e }),
          })}
        </span>
      )}
      {before.trees > 0 && <span>{t('app.overview.yearBefore', { figure: trees(before.trees) })}</span>}
    </>
  );
}
