import type { Account } from '@regrove/sdk';
import { accountKey, useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';

/** Something about an account below; what is known of it is asked for again afterwards. */
export function useAccountChange<Input>(
  change: (input: Input) => Promise<Account>,
  { said, onDone }: { readonly said: string; readonly onDone: () => void },
) {
  const { account } = useScope();
  return useChange(change, {
    said: () => said,
    onDone,
    stale: ({ id }) => [accountKey(account.id, 'accounts'), accountKey(id, 'self')],
  });
}
