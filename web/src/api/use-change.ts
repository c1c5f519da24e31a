import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey, useScope } from './scope.js';

export interface ChangeOptions<Output> {
  /** What the reader is told once it is done, where that is not plain to see. */
  readonly said?: string | ((output: Output) => string);
  /** Closes what was open, or leads elsewhere: what is asked for again is asked from there. */
  readonly onDone?: (output: Output) => unknown;
  /** What is to be asked for again: the names under which the account's data is kept. */
  readonly touches: readonly string[];
}

/** Something that is done once to what the account has. */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { said, onDone, touches }: ChangeOptions<Output>,
) {
  const { account } = useScope();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output) => {
      await onDone?.(output);
      if (said !== undefined) notifications.show({ message: typeof said === 'string' ? said : said(output) });
      await Promise.all(
        touches.map((name) => queries.invalidateQueries({ queryKey: accountKey(account.id, name) })),
      );
    },
  });
}
