import type { MonthEnd } from '../../../api/wire.js';
import { Pill } from '../../../parts/pill.js';
import { Sheet } from '../../../parts/sheet.js';
import { useWords } from '../../../words/words.js';
import { Billing } from './billing.js';
import { Closing } from './closing.js';
import { Failures } from './failures.js';
import { MonthActions } from './month-actions.js';
import classes from './months.module.css';

const tones = { open: 'quiet', closing: 'busy', stopped: 'warn', closed: 'good' } as const;

export function MonthSheet({ month }: { readonly month: MonthEnd }) {
  const { say, month: nameOf } = useWords();
  return (
    <Sheet
      title={nameOf(`${month.month}-01`)}
      aside={<Pill tone={tones[month.state]}>{say(`app.operator.months.state.${month.state}`)}</Pill>}
    >
      <div className={classes['body']}>
        <Closing month={month} />
        <Billing month={month} />
      </div>
      <Failures month={month} />
      <MonthActions month={month} />
    </Sheet>
  );
}
