import { NativeSelect, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import { useProjects } from '../../api/use-projects.js';
import { today } from '../../clock.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useFieldRefusal } from '../../parts/use-field-refusal.js';
import { useNumberErrors } from '../../parts/use-number-errors.js';
import { useWords } from '../../words/words.js';
import { newOffsetOf, type OffsetFields } from './offset-fields.js';
import { QuoteChoice } from './quote-choice.js';
import { Result } from './result.js';
import { touchedByOffsets } from './touched-by-offsets.js';
import { useOpenQuotes } from './use-open-quotes.js';

/** Paper into trees, at once. */
export function CreateOffset({ onClose }: { readonly onClose: () => void }) {
  const { say } = useWords();
  const { client } = useScope();
  const quotes = useOpenQuotes();
  const projects = useProjects().data?.filter(({ status }) => status === 'active') ?? [];
  const numberError = useNumberErrors();
  const form = useForm<OffsetFields>({
    initialValues: { by: 'pages', pages: '', trees: '', quoteId: '', projectId: '', day: today() },
    validate: {
      pages: (value, { by }) => (by === 'pages' ? numberError(value) : null),
      trees: (value, { by }) => (by === 'trees' ? numberError(value) : null),
      quoteId: (value, { by }) => (by === 'quote' && !value ? say('app.required') : null),
      day: (value) => (value ? null : say('app.required')),
    },
  });
  const creation = useChange(
    (fields: OffsetFields, once) => client.offsets.create(newOffsetOf(fields), once),
    {
      said: say('app.offsets.created'),
      touches: touchedByOffsets,
      onDone: onClose,
    },
  );
  const error = useFieldRefusal(form, creation.error, {
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
      title={say('app.offsets.create')}
      action={say('app.offsets.createAction')}
      error={error}
      isBusy={creation.isPending}
      onSubmit={form.onSubmit((fields) => creation.mutate(fields))}
      onClose={onClose}
    >
      <SegmentedControl
        {...form.getInputProps('by')}
        fullWidth
        aria-label={say('app.offsets.by')}
        data={[
          { value: 'pages', label: say('app.pages') },
          { value: 'trees', label: say('app.trees') },
          { value: 'quote', label: say('app.offsets.byQuote') },
        ]}
      />
      {by === 'pages' && (
        <NumberInput
          {...form.getInputProps('pages')}
          {...amount}
          allowDecimal={false}
          data-autofocus
          label={say('app.deposits.pages')}
        />
      )}
      {by === 'trees' && (
        <NumberInput
          {...form.getInputProps('trees')}
          {...amount}
          decimalScale={6}
          label={say('app.offsets.trees')}
        />
      )}
      {by === 'quote' && <QuoteChoice quotes={quotes} {...form.getInputProps('quoteId')} />}
      {by !== 'quote' && (
        <NativeSelect
          {...form.getInputProps('projectId')}
          label={say('app.project')}
          data={[
            { value: '', label: say('app.offsets.anyProject') },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <TextInput {...form.getInputProps('day')} type="date" max={today()} label={say('app.date')} />
      <Result fields={form.values} quotes={quotes.data} />
    </FormDialog>
  );
}
