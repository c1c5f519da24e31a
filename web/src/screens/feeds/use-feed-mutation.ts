import { useAccountMutation, type AccountMutationOptions } from '../../api/use-account-mutation.js';

/** Something about feeds or servers; what is known of either is asked for again afterwards, and what they deposited. */
export const useFeedMutation = <Input, Output>(
  change: (input: Input) => Promise<Output>,
  options: Omit<AccountMutationOptions<Output>, 'invalidates'> = {},
) => useAccountMutation(change, { ...options, invalidates: ['feeds', 'servers', 'deposits'] });
