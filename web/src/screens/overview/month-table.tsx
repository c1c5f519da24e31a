import type { Overview } from '../../api/wire.js';
import table from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './month-table.module.css';
import { YearBefore } from './period-figures.js';
import { useMeasures } from './use-measures.js';
import { levels } from './use-overview.js';

/** The figures of an account, of those below it, and of all together, side by side. */
export function MonthTable({ overview: { range, year_before: before } }: { readonly overview: Overview }) {
  const { t } = useI18n();
  const measures = useMeasures();
  return (
    <table className={`${table['table']} ${classes['levels']}`}>
      <thead>
        <tr>
          <td />
          {levels.map((level) => (
            <th key={level} scope="col" className={table['count']}>
              {t(`app.overview.${level}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {measures.map(({ name, format, of }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {levels.map((level) => (
              <td key={level} className={table['count']} data-level={t(`app.overview.${level}`)}>
                <span className={classes['figure']}>
                  <strong>{format(of(range[level]))}</strong>
                  <YearBefore now={of(range[level])} before={of(before[level])} format={format} />
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
