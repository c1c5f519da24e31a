import type { WriteOptions } from '@regrove/sdk';
import { useAccountMutation, type AccountMutationOptions } from '../../api/use-account-mutation.js';

/** A change of endpoints or their deliveries. */
export const useEndpointMutation = <Input, Output>(
  mutate: (input: Input, once: WriteOptions) => Promise<Output>,
  options: Omit<AccountMutationOptions<Output>, 'invalidates'>,
) => useAccountMutation(mutate, { ...options, invalidates: ['webhooks'] });
