import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { accountKey, useScope } from '../../api/scope.js';

/** Something about deposits that is done once; the lists are asked for again afterwards. */
export function useDepositChange<Input>(
  change: (input: Input) => Promise<unknown>,
  { said, onDone }: { readonly said: string; readonly onDone: () => void },
) {
  const { account } = useScope();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      onDone();
      notifications.show({ message: said });
      await queries.invalidateQueries({ queryKey: accountKey(account.id, 'deposits') });
    },
  });
}
