import type { MonthEnd } from '../../../api/wire.js';
import { Figure, FigureList } from '../../../components/figure-list.js';
import { Meter } from '../../../components/meter.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import classes from './months.module.css';

export function MonthClosing({ month }: { readonly month: MonthEnd }) {
  const { t, moment, number, trees } = useI18n();
  const { state, accounts, accounts_done: done } = month;
  const isUnderWay = state === 'closing' || state === 'stopped';
  const progress = t('app.operator.months.progress', { done: number(done), accounts });
  return (
    <section className={classes['part']}>
      <h3>{t('app.operator.months.closing')}</h3>
      {isUnderWay && accounts === 0 && <p>{t('app.operator.months.beginning')}</p>}
      {isUnderWay && accounts > 0 && (
        <>
          <p aria-live="polite">{progress}</p>
          <Meter label={progress} value={done} max={accounts} hasProblem={state === 'stopped'} />
        </>
      )}
      {state === 'open' && <p>{t('app.operator.months.notClosed')}</p>}
      {state === 'closed' && month.closed_at && (
        <p>{t('app.operator.months.closedAt', { date: moment(month.closed_at) })}</p>
      )}
      {done > 0 && (
        <FigureList>
          {isUnderWay || <Figure name={t('app.accounts.title')}>{number(done)}</Figure>}
          <Figure name={t('app.operator.months.deposits')}>{number(month.deposits)}</Figure>
          <Figure name={t('app.pages')}>{number(month.pages)}</Figure>
          <Figure name={t('app.trees')}>{trees(month.trees)}</Figure>
        </FigureList>
      )}
    </section>
  );
}
