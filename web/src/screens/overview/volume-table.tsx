import type { VolumePeriod } from '@regrove/sdk';
import { useI18n } from '../../i18n/use-i18n.js';

/** The chart's data for screen readers. */
export function VolumeTable({ periods }: { readonly periods: readonly VolumePeriod[] }) {
  const { t, month, number, trees } = useI18n();
  return (
    <table>
      <caption>{t('app.overview.volume')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('app.month')}</th>
          <th scope="col">{t('app.trees')}</th>
          <th scope="col">{t('app.pages')}</th>
        </tr>
      </thead>
      <tbody>
        {periods.map((period) => (
          <tr key={period.date}>
            <th scope="row">{month(period.date)}</th>
            <td>{trees(period.trees)}</td>
            <td>{number(period.pages)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
