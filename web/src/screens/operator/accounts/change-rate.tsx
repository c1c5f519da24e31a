import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { RatedAccount } from '../../../api/wire.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { useFieldRefusal } from '../../../parts/use-field-refusal.js';
import { useWords } from '../../../words/words.js';
import { askOperator, useOperatorChange } from '../operator-api.js';

interface ChangeRateProps {
  readonly account: RatedAccount;
  readonly onClose: () => void;
}

/** What the account pays for a page from now on; left empty, what the methodology says. */
export function ChangeRate({ account, onClose }: ChangeRateProps) {
  const { say } = useWords();
  const form = useForm<{ rate: number | string }>({ initialValues: { rate: account.rate ?? '' } });
  const change = useOperatorChange(
    (rate: number | null) => askOperator<RatedAccount>('PATCH', `accounts/${account.id}`, { rate }),
    { said: () => say('app.operator.accounts.rateChanged'), onDone: onClose },
  );
  const error = useFieldRefusal(form, change.error, { rate: 'rate' });
  return (
    <FormDialog
      title={say('app.operator.accounts.rateTitle', { account: account.display_name })}
      action={say('app.save')}
      error={error}
      isBusy={change.isPending}
      onSubmit={form.onSubmit(({ rate }) => change.mutate(rate === '' ? null : Number(rate)))}
      onClose={onClose}
    >
      <NumberInput
        {...form.getInputProps('rate')}
        data-autofocus
        hideControls
        allowNegative={false}
        decimalScale={10}
        label={say('app.operator.pricePerPage')}
        description={say('app.operator.accounts.rateHint')}
      />
    </FormDialog>
  );
}
