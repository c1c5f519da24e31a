import type { MonthEnd } from '../../../api/wire.js';
import { Figure, FigureList } from '../../../parts/figure-list.js';
import { Meter } from '../../../parts/meter.js';
import { useWords } from '../../../words/words.js';
import classes from './months.module.css';

/** How far the close has come, and what came of it. */
export function Closing({ month }: { readonly month: MonthEnd }) {
  const { say, moment, number, trees } = useWords();
  const { state, accounts, accounts_done: done } = month;
  const isUnderWay = state === 'closing' || state === 'stopped';
  const progress = say('app.operator.months.progress', { done: number(done), accounts });
  return (
    <section className={classes['part']}>
      <h3>{say('app.operator.months.closing')}</h3>
      {isUnderWay && accounts === 0 && <p>{say('app.operator.months.beginning')}</p>}
      {isUnderWay && accounts > 0 && (
        <>
          <p aria-live="polite">{progress}</p>
          <Meter label={progress} value={done} most={accounts} isTroubled={state === 'stopped'} />
        </>
      )}
      {state === 'open' && <p>{say('app.operator.months.notClosed')}</p>}
      {state === 'closed' && month.closed_at && (
        <p>{say('app.operator.months.closedAt', { date: moment(month.closed_at) })}</p>
      )}
      {done > 0 && (
        <FigureList>
          {isUnderWay || <Figure name={say('app.accounts.title')}>{number(done)}</Figure>}
          <Figure name={say('app.operator.months.deposits')}>{number(month.deposits)}</Figure>
          <Figure name={say('app.pages')}>{number(month.pages)}</Figure>
          <Figure name={say('app.trees')}>{trees(month.trees)}</Figure>
        </FigureList>
      )}
    </section>
  );
}
