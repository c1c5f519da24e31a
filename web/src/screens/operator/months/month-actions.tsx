import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MonthEnd } from '../../../api/wire.js';
import { ConfirmMutation } from '../../../components/confirm-mutation.js';
import { useHasFullPermission } from '../../../session/use-has-full-permission.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';
import classes from './months.module.css';

type Verb = 'close' | 'bill';

export function MonthActions({ month }: { readonly month: MonthEnd }) {
  const { t } = useI18n();
  const mayChange = useHasFullPermission();
  const [confirming, setConfirming] = useState<Verb>();
  const isClosed = month.state === 'closed';
  // Closing again retries the accounts that were skipped.
  const isDone = isClosed && month.accounts_set_aside === 0;
  const verbs: Verb[] = [
    ...(month.billed_at || month.is_billing ? [] : (['bill'] as const)),
    ...(isDone || month.state === 'closing' ? [] : (['close'] as const)),
  ];
  if (verbs.length === 0 || !mayChange) return null;
  return (
    <div className={classes['actions']}>
      {verbs.map((verb) => (
        <Button
          key={verb}
          variant={verb === 'close' || isClosed ? 'filled' : 'default'}
          onClick={() => setConfirming(verb)}
        >
          {t(`app.operator.months.${verb}`)}
        </Button>
      ))}
      {confirming && (
        <ConfirmAction month={month} verb={confirming} onClose={() => setConfirming(undefined)} />
      )}
    </div>
  );
}

interface ConfirmActionProps {
  readonly month: MonthEnd;
  readonly verb: Verb;
  readonly onClose: () => void;
}

function ConfirmAction({ month, verb, onClose }: ConfirmActionProps) {
  const { t, month: nameOf } = useI18n();
  const change = useOperatorMutation(
    () => operatorRequest<MonthEnd>('POST', `months/${verb}`, { month: month.month }),
    { successMessage: () => t('app.operator.months.requested'), onSuccess: onClose },
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
