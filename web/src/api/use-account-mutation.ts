import { notifications } from '@mantine/notifications';
import type { WriteOptions } from '@regrove/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey, useScope } from './scope.js';
import { useIdempotentRequest } from './use-idempotent-request.js';

export interface AccountMutationOptions<Output> {
  /** Shown as a notification. */
  readonly successMessage?: string | ((output: Output) => string);
  /** Runs before queries are invalidated: it may close a dialog or navigate. */
  readonly onSuccess?: (output: Output) => unknown;
  /** The account's queries to invalidate, by name. */
  readonly invalidates: readonly string[];
}

/** An idempotent change of the account's data. */
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
