import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useExplain } from '../../api/explain.js';
import { useScope } from '../../api/scope.js';
import type { ListedDeposit } from '../../api/wire.js';
import { useWords } from '../../words/words.js';
import { useDepositChange } from './use-deposit-change.js';

interface AdjustDepositProps {
  readonly deposit: ListedDeposit;
  readonly onClose: () => void;
}

/** A deposit stays as it is: what it says too much or too little is a deposit of its own, and both can be seen. */
export function AdjustDeposit({ deposit, onClose }: AdjustDepositProps) {
  const { say, day } = useWords();
  const { client } = useScope();
  const explain = useExplain();
  const [right, setRight] = useState<number | string>(deposit.pages);
  const { width, length, gsm, date } = deposit;
  const difference = typeof right === 'number' ? right - deposit.pages : 0;
  const adjustment = useDepositChange(
    () => client.deposits.create({ pages: difference, width, length, gsm, date }),
    { said: say('app.deposits.adjusted'), onDone: onClose },
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (difference !== 0) adjustment.mutate(undefined);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('app.deposits.adjustTitle')}
      closeButtonProps={{ 'aria-label': say('app.close') }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text>{say('app.deposits.adjustText', { pages: deposit.pages, date: day(date) })}</Text>
          {deposit.is_locked && <Text>{say('app.deposits.adjustLocked')}</Text>}
          <NumberInput
            data-autofocus
            label={say('app.deposits.rightPages')}
            value={right}
            onChange={setRight}
            allowDecimal={false}
            error={adjustment.error ? explain(adjustment.error) : undefined}
          />
          {difference !== 0 && (
            <Text c="dimmed" size="sm" aria-live="polite">
              {say('app.deposits.difference', { pages: difference })}
            </Text>
          )}
        </Stack>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={onClose}>
            {say('app.cancel')}
          </Button>
          <Button type="submit" loading={adjustment.isPending} disabled={difference === 0}>
            {say('app.deposits.adjust')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
