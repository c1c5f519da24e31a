import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey, useScope } from '../../api/scope.js';

/** Something about feeds or servers; what is known of either is asked for again afterwards. */
export function useFeedChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { said, onDone }: { readonly said?: string; readonly onDone?: (output: Output) => unknown } = {},
) {
  const { account } = useScope();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output) => {
      // Before anything is asked for again: what was deleted is no longer looked at by then.
      await onDone?.(output);
      if (said !== undefined) notifications.show({ message: said });
      const kinds = ['feeds', 'servers', 'deposits'];
      await Promise.all(
        kinds.map((kind) => queries.invalidateQueries({ queryKey: accountKey(account.id, kind) })),
      );
    },
  });
}
