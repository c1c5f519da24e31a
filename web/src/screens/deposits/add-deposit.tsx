import { Button, Group, Modal, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { NewDeposit } from '@regrove/sdk';
import { useExplain } from '../../api/explain.js';
import { useScope } from '../../api/scope.js';
import { useWords } from '../../words/words.js';
import classes from './deposits.module.css';
import { sheetNames, sheetOf } from './papers.js';
import { useDepositChange } from './use-deposit-change.js';
import { today } from './use-month.js';

interface AddDepositProps {
  readonly onClose: () => void;
  /** Told of the month that it went into. */
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

const ownSize = 'own';
const empty: Fields = { pages: '', sheet: 'A4', width: '', length: '', gsm: 80, day: '' };

export function AddDeposit({ onClose, onAdded }: AddDepositProps) {
  const { say } = useWords();
  const { client } = useScope();
  const explain = useExplain();
  const required = (value: unknown) => (value === '' || value === 0 ? say('app.required') : null);
  const form = useForm<Fields>({
    initialValues: { ...empty, day: today() },
    validate: {
      pages: required,
      gsm: required,
      day: required,
      width: (value, { sheet }) => (sheet === ownSize ? required(value) : null),
      length: (value, { sheet }) => (sheet === ownSize ? required(value) : null),
    },
  });
  const addition = useDepositChange((fields: Fields) => client.deposits.create(depositOf(fields)), {
    said: say('app.deposits.added'),
    onDone: () => {
      onAdded(form.values.day.slice(0, 7));
      onClose();
    },
  });
  const number = { allowDecimal: false, allowNegative: false, hideControls: true };
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('app.deposits.add')}
      closeButtonProps={{ 'aria-label': say('app.close') }}
    >
      <form onSubmit={form.onSubmit((fields) => addition.mutate(fields))} noValidate>
        <Stack>
          <NumberInput
            {...form.getInputProps('pages')}
            {...number}
            size="lg"
            data-autofocus
            label={say('app.deposits.pages')}
          />
          <div className={classes['pair']}>
            <NativeSelect
              {...form.getInputProps('sheet')}
              label={say('app.deposits.size')}
              data={[...sheetNames, { value: ownSize, label: say('app.deposits.ownSize') }]}
            />
            <NumberInput {...form.getInputProps('gsm')} {...number} label={say('app.deposits.weight')} />
          </div>
          {form.values.sheet === ownSize && (
            <div className={classes['pair']}>
              <NumberInput
                {...form.getInputProps('width')}
                {...number}
                allowDecimal
                label={say('app.deposits.width')}
              />
              <NumberInput
                {...form.getInputProps('length')}
                {...number}
                allowDecimal
                label={say('app.deposits.length')}
              />
            </div>
          )}
          <TextInput
            {...form.getInputProps('day')}
            type="date"
            max={today()}
            label={say('app.deposits.date')}
          />
          {addition.error && (
            <Text c="var(--mantine-color-error)" role="alert">
              {explain(addition.error)}
            </Text>
          )}
        </Stack>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={onClose}>
            {say('app.cancel')}
          </Button>
          <Button type="submit" loading={addition.isPending}>
            {say('app.deposits.addAction')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function depositOf({ pages, sheet, width, length, gsm, day }: Fields): NewDeposit {
  const size = sheetOf(sheet) ?? { width: Number(width) / 1000, length: Number(length) / 1000 };
  return {
    pages: Number(pages),
    width: size.width,
    length: size.length,
    gsm: Number(gsm),
    // Noon is within the day that was meant, wherever one reads it; today it is now.
    date: day === today() ? null : `${day}T12:00:00Z`,
  };
}
