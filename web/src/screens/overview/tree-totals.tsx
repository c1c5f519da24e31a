import { Skeleton } from '@mantine/core';
import type { ExpandedAccount } from '@regrove/sdk';
import type { Overview } from '../../api/wire.js';
import { FittedNumber } from '../../components/fitted-number.js';
import { TreeRings } from '../../components/tree-rings.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './tree-totals.module.css';
import type { Level } from './use-overview.js';

interface TreeTotalsProps {
  readonly account: ExpandedAccount;
  readonly level: Level;
  readonly overview: Overview | undefined;
}

interface Figures {
  readonly trees: number;
  readonly pages: number;
}

export function TreeTotals({ account, level, overview }: TreeTotalsProps) {
  const { t, trees } = useI18n();
  const figures = level === 'own' ? ownFigures(account) : overview && figuresOf(overview, level);
  if (!figures) return <Skeleton height="20rem" radius="lg" />;
  const { ever } = figures;
  const periods = [
    { label: t('app.overview.month'), ...figures.month },
    { label: t('app.overview.quarter'), ...figures.quarter },
    { label: t('app.overview.year'), ...figures.year },
  ];
  return (
    <Card className={classes['card']}>
      <TreeRings seed={account.id} className={classes['rings']} />
      <p className={classes['ever']}>
        <span className={classes['label']}>{t('app.overview.allTime')}</span>
        <FittedNumber className={classes['big']}>{trees(ever.trees)}</FittedNumber>
        <span className={classes['unit']}>{t('certificate.trees', { trees: ever.trees })}</span>
        <span className={classes['pages']}>{t('certificate.pages', { pages: ever.pages })}</span>
      </p>
      <ul className={classes['periods']}>
        {periods.map((period) => (
          <li key={period.label}>
            <span className={classes['label']}>{period.label}</span>
            <FittedNumber className={classes['figure']}>{trees(period.trees)}</FittedNumber>
            <span>{t('certificate.trees', { trees: period.trees })}</span>
            <span className={classes['pages']}>{t('certificate.pages', { pages: period.pages })}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Totals = Readonly<Record<'ever' | 'month' | 'quarter' | 'year', Figures>>;

/** These are there before the overview is loaded. */
const ownFigures = (account: ExpandedAccount): Totals => ({
  ever: { trees: account.ltd_trees, pages: account.ltd_pages },
  month: { trees: account.mtd_trees, pages: account.mtd_pages },
  quarter: { trees: account.qtd_trees, pages: account.qtd_pages },
  year: { trees: account.ytd_trees, pages: account.ytd_pages },
});

const figuresOf = ({ ever, to_date: { month, quarter, year } }: Overview, level: Level): Totals => ({
  ever: ever[level],
  month: month[level],
  quarter: quarter[level],
  year: year[level],
});
