import { accountKey, useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';

/** Something about deposits that is done once; the lists are asked for again afterwards. */
export function useDepositChange<Input>(
  change: (input: Input) => Promise<unknown>,
  { said, onDone }: { readonly said: string; readonly onDone: () => void },
) {
  const { account } = useScope();
  return useChange(change, { said: () => said, onDone, stale: () => [accountKey(account.id, 'deposits')] });
}
