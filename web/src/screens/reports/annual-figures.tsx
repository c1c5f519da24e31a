import type { AnnualReport } from '@regrove/sdk';
import { Card } from '../../components/card.js';
import { Figure, FigureList } from '../../components/figure-list.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';

type Level = AnnualReport['levels'][number];

/** The main figures; the files have all of them. */
export function AnnualFigures({ report }: { readonly report: AnnualReport }) {
  const { t, day } = useI18n();
  return (
    <>
      {!report.complete && <p>{t('app.reports.incomplete', { date: day(report.as_of) })}</p>}
      {report.levels.map((level) => (
        <Card
          key={level.level}
          title={report.levels.length > 1 ? t(`app.overview.${level.level}`) : String(report.year)}
        >
          <Figures level={level} />
          <Months level={level} />
        </Card>
      ))}
    </>
  );
}

function Figures({ level: { paper, year_before: before, trees, credits } }: { readonly level: Level }) {
  const { t, number, trees: treeNumber } = useI18n();
  return (
    <FigureList>
      <Figure name={t('app.overview.sheets')}>{number(paper.sheets)}</Figure>
      <Figure name={t('app.reports.kilograms')}>{number(paper.kg)}</Figure>
      <Figure name={t('app.reports.emissions')} isMain>
        {number(paper.mtco2e)}
      </Figure>
      <Figure name={`${t('app.reports.emissions')}, ${before.year}`}>{number(before.mtco2e)}</Figure>
      <Figure name={t('app.reports.certified')}>{treeNumber(trees.certified)}</Figure>
      <Figure name={t('app.reports.planted')}>{treeNumber(trees.planted)}</Figure>
      <Figure name={t('app.reports.pending')}>{treeNumber(trees.pending)}</Figure>
      <Figure name={t('app.reports.surviving')}>{treeNumber(trees.surviving)}</Figure>
      <Figure name={t('app.reports.retired')}>{number(credits.retired.mtco2e)}</Figure>
      <Figure name={t('app.reports.planned')}>{number(credits.planned.mtco2e)}</Figure>
    </FigureList>
  );
}

function Months({ level: { paper } }: { readonly level: Level }) {
  const { number, shortMonth } = useI18n();
  return (
    <table className={classes['table']}>
      <TableHead
        columns={[
          ['app.month'],
          ['app.overview.sheets', 'count'],
          ['app.reports.kilograms', 'count', 'wide'],
          ['app.overview.co2e', 'count'],
        ]}
      />
      <tbody>
        {paper.months.map(({ month, sheets, kg, mtco2e }) => (
          <tr key={month}>
            <th scope="row">{shortMonth(`${month}-01`)}</th>
            <td className={classes['count']}>{number(sheets)}</td>
            <td className={`${classes['count'] ?? ''} ${classes['wide'] ?? ''}`}>{number(kg)}</td>
            <td className={classes['count']}>{number(mtco2e)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
