import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { newMethodologyLimits } from '../../../api/limits.js';
import type { Methodology, NewMethodology } from '../../../api/wire.js';
import fields from '../../../components/fields.module.css';
import { FormDialog } from '../../../components/form-dialog.js';
import { useServerFieldError } from '../../../components/use-server-field-error.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';
import { factors, type FactorName } from './factors.js';

type Fields = { name: string } & Record<FactorName, number | string>;

interface AddMethodologyProps {
  /** Supplies the initial values. */
  readonly current: Methodology;
  readonly onClose: () => void;
}

export function AddMethodology({ current, onClose }: AddMethodologyProps) {
  const { t, number } = useI18n();
  const form = useForm<Fields>({
    initialValues: {
      name: '',
      width: current.width,
      length: current.length,
      gsm: current.gsm,
      pages_per_tree: current.pages_per_tree,
      emission_factor: current.emission_factor,
      price_per_page: current.price_per_page,
    },
    validate: { name: (name) => (name.trim() ? null : t('app.required')) },
  });
  const change = useOperatorMutation(
    (input: Fields) => operatorRequest<Methodology>('POST', 'methodologies', methodologyOf(input)),
    {
      successMessage: ({ name }) => t('app.operator.methodologies.addedOne', { methodology: name }),
      onSuccess: onClose,
    },
  );
  const error = useServerFieldError(form, change.error, {
    name: 'name',
    ...Object.fromEntries(factors.map(({ name }) => [name, name])),
  });
  return (
    <FormDialog
      title={t('app.operator.methodologies.add')}
      action={t('app.operator.methodologies.addAction')}
      error={error}
      isBusy={change.isPending}
      onSubmit={form.onSubmit((input) => change.mutate(input))}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('name')}
        data-autofocus
        label={t('app.accounts.name')}
        description={t('app.operator.methodologies.addHint')}
      />
      <div className={fields['pair']}>
        {factors.map(({ name, label }) => (
          <NumberInput
            key={name}
            {...form.getInputProps(name)}
            hideControls
            clampBehavior="none"
            decimalScale={newMethodologyLimits[name].decimals}
            label={t(label)}
            description={t('app.operator.methodologies.bounds', {
              min: number(newMethodologyLimits[name].minimum),
              max: number(newMethodologyLimits[name].maximum),
            })}
          />
        ))}
      </div>
    </FormDialog>
  );
}

/** An empty field keeps the current value. */
const methodologyOf = ({ name, ...given }: Fields): NewMethodology => ({
  name: name.trim(),
  ...Object.fromEntries(
    Object.entries(given).flatMap(([factor, value]) => (value === '' ? [] : [[factor, Number(value)]])),
  ),
});
