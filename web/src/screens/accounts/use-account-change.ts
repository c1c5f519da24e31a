import type { Account, WriteOptions } from '@regrove/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey, useScope } from '../../api/scope.js';
import { useIdempotentRequest } from '../../api/use-idempotent-request.js';

/** Something about an account below; what is known of it is asked for again afterwards. */
export function useAccountChange<Input>(
  change: (input: Input, once: WriteOptions) => Promise<Account>,
  { said, onDone }: { readonly said: string; readonly onDone: () => void },
) {
  const { account } = useScope();
  const queries = useQueryClient();
  const once = useIdempotentRequest(change);
  return useMutation({
    mutationFn: once,
    onSuccess: async (changed) => {
      onDone();
      notifications.show({ message: said });
      await Promise.all([
        queries.invalidateQueries({ queryKey: accountKey(account.id, 'accounts') }),
        queries.invalidateQueries({ queryKey: accountKey(changed.id, 'self') }),
        // It says how many there are below.
        queries.invalidateQueries({ queryKey: accountKey(account.id, 'self') }),
      ]);
    },
  });
}
