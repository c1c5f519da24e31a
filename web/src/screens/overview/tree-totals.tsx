import type { ExpandedAccount } from '@regrove/sdk';
import { FittedNumber } from '../../components/fitted-number.js';
import { TreeRings } from '../../components/tree-rings.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './tree-totals.module.css';

export function TreeTotals({ account }: { readonly account: ExpandedAccount }) {
  const { t, trees } = useI18n();
  const periods = [
    { label: t('app.overview.month'), trees: account.mtd_trees, pages: account.mtd_pages },
    { label: t('app.overview.quarter'), trees: account.qtd_trees, pages: account.qtd_pages },
    { label: t('app.overview.year'), trees: account.ytd_trees, pages: account.ytd_pages },
  ];
  return (
    <Card className={classes['card']}>
      <TreeRings seed={account.id} className={classes['rings']} />
      <p className={classes['ever']}>
        <span className={classes['label']}>{t('app.overview.allTime')}</span>
        <FittedNumber className={classes['big']}>{trees(account.ltd_trees)}</FittedNumber>
        <span className={classes['unit']}>{t('certificate.trees', { trees: account.ltd_trees })}</span>
        <span className={classes['pages']}>{t('certificate.pages', { pages: account.ltd_pages })}</span>
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
