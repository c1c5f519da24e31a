import type { VolumePeriod } from '@regrove/sdk';
import { useWords } from '../../words/words.js';

/** What the chart shows, for those who do not see a drawing. */
export function MonthTable({ periods }: { readonly periods: readonly VolumePeriod[] }) {
  const { say, month, number, trees } = useWords();
  return (
    <table>
      <caption>{say('app.overview.volume')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('app.month')}</th>
          <th scope="col">{say('app.trees')}</th>
          <th scope="col">{say('app.pages')}</th>
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
