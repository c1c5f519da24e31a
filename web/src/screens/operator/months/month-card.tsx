import type { MonthEnd } from '../../../api/wire.js';
import { StatusBadge } from '../../../components/status-badge.js';
import { Card } from '../../../components/card.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { MonthBilling } from './month-billing.js';
import { MonthClosing } from './month-closing.js';
import { FailedAccounts } from './failed-accounts.js';
import { MonthActions } from './month-actions.js';
import classes from './months.module.css';

const tones = { open: 'quiet', closing: 'busy', stopped: 'warn', closed: 'good' } as const;

export function MonthCard({ month }: { readonly month: MonthEnd }) {
  const { t, month: nameOf } = useI18n();
  return (
    <Card
      title={nameOf(`${month.month}-01`)}
      aside={
        <StatusBadge tone={tones[month.state]}>{t(`app.operator.months.state.${month.state}`)}</StatusBadge>
      }
    >
      <div className={classes['body']}>
        <MonthClosing month={month} />
        <MonthBilling month={month} />
      </div>
      <FailedAccounts month={month} />
      <MonthActions month={month} />
    </Card>
  );
}
