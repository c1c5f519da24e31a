import { notifications } from '@mantine/notifications';
import type { WriteOptions } from '@regrove/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey, useScope } from './scope.js';
import { useIdempotentRequest } from './use-idempotent-request.js';

export interface AccountMutationOptions<Output> {
  /** What the reader is told once it is done, where that is not plain to see. */
  readonly successMessage?: string | ((output: Output) => string);
  /** Closes what was open, or leads elsewhere: what is asked for again is asked from there. */
  readonly onSuccess?: (output: Output) => unknown;
  /** What is to be asked for again: the names under which the account's data is kept. */
  readonly invalidates: readonly string[];
}

/** Something that is done once to what the account has. */
export function useAccountMutation<Input, Output>(
  mutate: (input: Input, once: WriteOptions) => Promise<Output>,
  { successMessage, onSuccess, invalidates }: AccountMutationOptions<Output>,
) {
  const { account } = useScope();
  const queries = useQueryClient();
  const mutationFn = useIdempotentRequest(mutate);
  return useMutation({
    mutationFn,
    onSuccess: async (output) => {
      await onSuccess?.(output);
      if (successMessage !== undefined)
        notifications.show({
          message: typeof successMessage === 'string' ? successMessage : successMessage(output),
        });
      await Promise.all(
        invalidates.map((name) => queries.invalidateQueries({ queryKey: accountKey(account.id, name) })),
      );
    },
  });
}
