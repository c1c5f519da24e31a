import { notifications } from '@mantine/notifications';
import type { WriteOptions } from '@regrove/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey, useScope } from './scope.js';
import { useOnce } from './use-once.js';

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
  change: (input: Input, once: WriteOptions) => Promise<Output>,
  { said, onDone, touches }: ChangeOptions<Output>,
) {
  const { account } = useScope();
  const queries = useQueryClient();
  const once = useOnce(change);
  return useMutation({
    mutationFn: once,
    onSuccess: async (output) => {
      await onDone?.(output);
      if (said !== undefined) notifications.show({ message: typeof said === 'string' ? said : said(output) });
      await Promise.all(
        touches.map((name) => queries.invalidateQueries({ queryKey: accountKey(account.id, name) })),
      );
    },
  });
}
