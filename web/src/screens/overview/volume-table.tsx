import { useI18n } from '../../i18n/use-i18n.js';
import { dayOf, type MonthFigures } from './month-figures.js';

/** The chart's data for screen readers. */
export function VolumeTable({ months }: { readonly months: readonly MonthFigures[] }) {
  const { t, month: monthName, number, treeCell } = useI18n();
  return (
    <table>
      <caption>{t('app.overview.byMonth')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('app.month')}</th>
          <th scope="col">{t('app.trees')}</th>
          <th scope="col">{t('app.overview.periodBefore')}</th>
          <th scope="col">{t('app.pages')}</th>
          <th scope="col">{t('app.overview.paperCo2e')}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, ...figures }) => (
          <tr key={month}>
            <th scope="row">{monthName(dayOf(month))}</th>
            <td>{treeCell(figures.trees)}</td>
            <td>{treeCell(figures.before.trees)}</td>
            <td>{number(figures.pages)}</td>
            <td>{t('app.amount.tonnes', { tonnes: figures.paper_mtco2e })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
