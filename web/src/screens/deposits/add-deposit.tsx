import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { NewDeposit } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { timestampOn, today } from '../../clock.js';
import { PaperFields } from '../../components/paper-fields.js';
import { customSize, dimensionsOf } from '../../components/paper-sizes.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { usePositiveNumberValidator } from '../../components/use-positive-number-validator.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useDepositMutation } from './use-deposit-mutation.js';

interface AddDepositProps {
  readonly onClose: () => void;
  readonly onAdded: (month: string) => void;
}

interface Fields {
  readonly pages: number | '';
  readonly sheet: string;
  readonly width: number | '';
  readonly length: number | '';
  readonly gsm: number | '';
  readonly day: string;
}

const empty: Fields = { pages: '', sheet: 'A4', width: '', length: '', gsm: 80, day: '' };

export function AddDeposit({ onClose, onAdded }: AddDepositProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const numberError = usePositiveNumberValidator();
  const form = useForm<Fields>({
    initialValues: { ...empty, day: today() },
    validate: {
      pages: numberError,
      gsm: numberError,
      day: (value) => (value === '' ? t('app.required') : null),
      width: (value, { sheet }) => (sheet === customSize ? numberError(value) : null),
      length: (value, { sheet }) => (sheet === customSize ? numberError(value) : null),
    },
  });
  const addition = useDepositMutation(
    (fields: Fields, once) => client.deposits.create(depositOf(fields), once),
    {
      successMessage: t('app.deposits.added'),
      onSuccess: () => {
        onAdded(form.values.day.slice(0, 7));
        onClose();
      },
    },
  );
  const error = useServerFieldError(form, addition.error, {
    pages: 'pages',
    width: { path: 'width', scale: 1000 },
    length: { path: 'length', scale: 1000 },
    gsm: 'gsm',
    date: 'day',
  });
  const number = { allowDecimal: false, allowNegative: false, hideControls: true };
  return (
    <FormDialog
      title={t('app.deposits.add')}
      action={t('app.deposits.addAction')}
      error={error}
      isBusy={addition.isPending}
      onSubmit={form.onSubmit((fields) => addition.mutate(fields))}
      onClose={onClose}
    >
      <NumberInput
        {...form.getInputProps('pages')}
        {...number}
        size="lg"
        data-autofocus
        label={t('app.deposits.pages')}
      />
      <PaperFields propsOf={(name) => form.getInputProps(name)} sheet={form.values.sheet} />
      <TextInput {...form.getInputProps('day')} type="date" max={today()} label={t('app.date')} />
    </FormDialog>
  );
}

const depositOf = ({ pages, gsm, day, ...size }: Fields): NewDeposit => ({
  pages: Number(pages),
  ...dimensionsOf(size),
  gsm: Number(gsm),
  date: timestampOn(day),
});
