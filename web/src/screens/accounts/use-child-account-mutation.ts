import type { Account, WriteOptions } from '@regrove/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey, useScope } from '../../api/scope.js';
import { useIdempotentRequest } from '../../api/use-idempotent-request.js';

export function useChildAccountMutation<Input>(
  mutate: (input: Input, once: WriteOptions) => Promise<Account>,
  { successMessage, onSuccess }: { readonly successMessage: string; readonly onSuccess: () => void },
) {
  const { account } = useScope();
  const queries = useQueryClient();
  const mutationFn = useIdempotentRequest(mutate);
  return useMutation({
    mutationFn,
    onSuccess: async (changed) => {
      onSuccess();
      notifications.show({ message: successMessage });
      await Promise.all([
        queries.invalidateQueries({ queryKey: accountKey(account.id, 'accounts') }),
        queries.invalidateQueries({ queryKey: accountKey(changed.id, 'self') }),
        // It has the number of accounts below.
        queries.invalidateQueries({ queryKey: accountKey(account.id, 'self') }),
      ]);
    },
  });
}
