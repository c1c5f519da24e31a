import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MonthEnd } from '../../../api/wire.js';
import { ConfirmMutation } from '../../../components/confirm-mutation.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { askOperator, useOperatorChange } from '../operator-api.js';
import classes from './months.module.css';

type Verb = 'close' | 'bill';

/** What is left to do of a month, unless somebody is at it. */
export function MonthActions({ month }: { readonly month: MonthEnd }) {
  const { t } = useI18n();
  const [asked, setAsked] = useState<Verb>();
  const isClosed = month.state === 'closed';
  // Closing it again tries those once more that were set aside.
  const isDone = isClosed && month.accounts_set_aside === 0;
  const verbs: Verb[] = [
    ...(month.billed_at || month.is_billing ? [] : (['bill'] as const)),
    ...(isDone || month.state === 'closing' ? [] : (['close'] as const)),
  ];
  if (verbs.length === 0) return null;
  return (
    <div className={classes['actions']}>
      {verbs.map((verb) => (
        <Button
          key={verb}
          variant={verb === 'close' || isClosed ? 'filled' : 'default'}
          onClick={() => setAsked(verb)}
        >
          {t(`app.operator.months.${verb}`)}
        </Button>
      ))}
      {asked && <Ask month={month} verb={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

interface AskProps {
  readonly month: MonthEnd;
  readonly verb: Verb;
  readonly onClose: () => void;
}

function Ask({ month, verb, onClose }: AskProps) {
  const { t, month: nameOf } = useI18n();
  const change = useOperatorChange(
    () => askOperator<MonthEnd>('POST', `months/${verb}`, { month: month.month }),
    { said: () => t('app.operator.months.asked'), onDone: onClose },
  );
  const isEarly = verb === 'bill' && month.state !== 'closed';
  return (
    <ConfirmMutation
      title={t(`app.operator.months.${verb}Title`, { month: nameOf(`${month.month}-01`) })}
      text={t(`app.operator.months.${verb}Text`)}
      more={isEarly && t('app.operator.months.billEarly')}
      action={t(`app.operator.months.${verb}`)}
      mutation={change}
      onClose={onClose}
    />
  );
}
