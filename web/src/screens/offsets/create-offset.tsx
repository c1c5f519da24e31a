import { NativeSelect, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import { useProjects } from '../../api/use-projects.js';
import { today } from '../../clock.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { usePositiveNumberValidator } from '../../components/use-positive-number-validator.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { toNewOffset, type OffsetFields } from './offset-fields.js';
import { QuoteSelect } from './quote-select.js';
import { OffsetSummary } from './offset-summary.js';
import { queriesWithOffsets } from './queries-with-offsets.js';
import { useOpenQuotes } from './use-open-quotes.js';

export function CreateOffset({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n();
  const { client } = useScope();
  const quotes = useOpenQuotes();
  const projects = useProjects().data?.filter(({ status }) => status === 'active') ?? [];
  const numberError = usePositiveNumberValidator();
  const form = useForm<OffsetFields>({
    initialValues: { by: 'pages', pages: '', trees: '', quoteId: '', projectId: '', day: today() },
    validate: {
      pages: (value, { by }) => (by === 'pages' ? numberError(value) : null),
      trees: (value, { by }) => (by === 'trees' ? numberError(value) : null),
      quoteId: (value, { by }) => (by === 'quote' && !value ? t('app.required') : null),
      day: (value) => (value ? null : t('app.required')),
    },
  });
  const creation = useAccountMutation(
    (fields: OffsetFields, once) => client.offsets.create(toNewOffset(fields), once),
    {
      successMessage: t('app.offsets.created'),
      invalidates: queriesWithOffsets,
      onSuccess: onClose,
    },
  );
  const error = useServerFieldError(form, creation.error, {
    pages: 'pages',
    trees: 'trees',
    quote_id: 'quoteId',
    project_id: 'projectId',
    date: 'day',
  });
  const { by } = form.values;
  const amount = { allowNegative: false, hideControls: true, size: 'lg' } as const;
  return (
    <FormDialog
      title={t('app.offsets.create')}
      action={t('app.offsets.createAction')}
      error={error}
      isBusy={creation.isPending}
      onSubmit={form.onSubmit((fields) => creation.mutate(fields))}
      onClose={onClose}
    >
      <SegmentedControl
        {...form.getInputProps('by')}
        fullWidth
        aria-label={t('app.offsets.by')}
        data={[
          { value: 'pages', label: t('app.pages') },
          { value: 'trees', label: t('app.trees') },
          { value: 'quote', label: t('app.offsets.byQuote') },
        ]}
      />
      {by === 'pages' && (
        <NumberInput
          {...form.getInputProps('pages')}
          {...amount}
          allowDecimal={false}
          data-autofocus
          label={t('app.deposits.pages')}
        />
      )}
      {by === 'trees' && (
        <NumberInput
          {...form.getInputProps('trees')}
          {...amount}
          decimalScale={6}
          label={t('app.offsets.trees')}
        />
      )}
      {by === 'quote' && <QuoteSelect quotes={quotes} {...form.getInputProps('quoteId')} />}
      {by !== 'quote' && (
        <NativeSelect
          {...form.getInputProps('projectId')}
          label={t('app.project')}
          data={[
            { value: '', label: t('app.offsets.anyProject') },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <TextInput {...form.getInputProps('day')} type="date" max={today()} label={t('app.date')} />
      <OffsetSummary fields={form.values} quotes={quotes.data} />
    </FormDialog>
  );
}
