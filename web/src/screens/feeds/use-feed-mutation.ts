import { useAccountMutation, type AccountMutationOptions } from '../../api/use-account-mutation.js';

export const useFeedMutation = <Input, Output>(
  change: (input: Input) => Promise<Output>,
  options: Omit<AccountMutationOptions<Output>, 'invalidates'> = {},
) => useAccountMutation(change, { ...options, invalidates: ['feeds', 'servers', 'deposits'] });
