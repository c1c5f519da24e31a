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
import { methodologyDetails, type MethodologyDetailName } from './methodology-details.js';

type Fields = { name: string } & Record<FactorName, number | string> & Record<MethodologyDetailName, string>;

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
      source: '',
      source_url: '',
      version: '',
      published_on: '',
      uncertainty: '',
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
    ...Object.fromEntries([...factors, ...methodologyDetails].map(({ name }) => [name, name])),
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
      {methodologyDetails.map(({ name, label }) => (
        <TextInput
          key={name}
          {...form.getInputProps(name)}
          type={inputTypes[name] ?? 'text'}
          label={t(label)}
          description={name === 'uncertainty' ? t('app.operator.methodologies.uncertaintyHint') : undefined}
        />
      ))}
    </FormDialog>
  );
}

const inputTypes: Partial<Record<MethodologyDetailName, string>> = {
  source_url: 'url',
  published_on: 'date',
};

/** What an empty field means is up to the server. */
const methodologyOf = (input: Fields): NewMethodology => ({
  name: input.name.trim(),
  ...Object.fromEntries(
    factors.flatMap(({ name }) => (input[name] === '' ? [] : [[name, Number(input[name])]])),
  ),
  ...Object.fromEntries(
    methodologyDetails.flatMap(({ name }) => (input[name].trim() === '' ? [] : [[name, input[name].trim()]])),
  ),
});
