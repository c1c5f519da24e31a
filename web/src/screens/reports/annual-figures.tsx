import type { AnnualReport } from '@regrove/sdk';
import { Card } from '../../components/card.js';
import { Figure, FigureList } from '../../components/figure-list.js';
import { MethodologyNote } from '../../components/methodology-note.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { CreditBreakdown, PaperByMonth, TreesByProject, type Level } from './report-tables.js';
import classes from './reports.module.css';

/** The main figures; the files have all of them. */
export function AnnualFigures({ report }: { readonly report: AnnualReport }) {
  const { t, day } = useI18n();
  return (
    <div className={classes['levels']}>
      {!report.complete && <p>{t('app.reports.incomplete', { date: day(report.as_of) })}</p>}
      {report.levels.map((level) => (
        <Card
          key={level.level}
          title={report.levels.length > 1 ? t(`app.overview.${level.level}`) : String(report.year)}
        >
          <div className={classes['parts']}>
            <div>
              <Figures level={level} />
              <div className={classes['note']}>
                <MethodologyNote methodologies={level.emissions.methodologies} />
              </div>
            </div>
            <PaperByMonth level={level} />
            <TreesByProject level={level} />
            <CreditBreakdown level={level} />
          </div>
        </Card>
      ))}
    </div>
  );
}

function Figures({ level: { paper, year_before: before, trees, credits } }: { readonly level: Level }) {
  const { t, number, treeCell } = useI18n();
  return (
    <FigureList>
      <Figure name={t('app.overview.sheets')}>{number(paper.sheets)}</Figure>
      <Figure name={t('app.reports.kilograms')}>{treeCell(paper.kg)}</Figure>
      <Figure name={t('app.reports.emissions')} isMain>
        {treeCell(paper.mtco2e)}
      </Figure>
      <Figure name={`${t('app.reports.emissions')}, ${before.year}`}>{treeCell(before.mtco2e)}</Figure>
      <Figure name={t('app.reports.certified')}>{treeCell(trees.certified)}</Figure>
      <Figure name={t('app.reports.planted')}>{treeCell(trees.planted)}</Figure>
      <Figure name={t('app.reports.pending')}>{treeCell(trees.pending)}</Figure>
      <Figure name={t('app.reports.surviving')}>{treeCell(trees.surviving)}</Figure>
      <Figure name={t('app.reports.retired')}>{treeCell(credits.retired.mtco2e)}</Figure>
      <Figure name={t('app.reports.planned')}>{treeCell(credits.planned.mtco2e)}</Figure>
    </FigureList>
  );
}
