import { BadRequestError, type Deposit } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { Confirm } from '../../parts/confirm.js';
import { useWords } from '../../words/words.js';
import { useDepositChange } from './use-deposit-change.js';

interface DeleteDepositProps {
  readonly deposit: Deposit;
  readonly onClose: () => void;
}

/** The month's end may have taken it just now: then the server says no, and we say what helps instead. */
export function DeleteDeposit({ deposit, onClose }: DeleteDepositProps) {
  const { say, day } = useWords();
  const { client } = useScope();
  const removal = useDepositChange(() => client.deposits.delete(deposit.id), {
    said: say('app.deposits.deleted'),
    onDone: onClose,
  });
  const { error } = removal;
  return (
    <Confirm
      title={say('app.deposits.deleteTitle')}
      text={say('app.deposits.deleteText', { pages: deposit.pages, date: day(deposit.date) })}
      action={say('app.delete')}
      error={error instanceof BadRequestError ? say('app.deposits.locked') : error}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate(undefined)}
      onClose={onClose}
    />
  );
}
