import type { WriteOptions } from '@regrove/sdk';
import { useAccountMutation, type AccountMutationOptions } from '../../api/use-account-mutation.js';

export const useDepositMutation = <Input>(
  change: (input: Input, once: WriteOptions) => Promise<unknown>,
  options: Pick<AccountMutationOptions<unknown>, 'successMessage' | 'onSuccess'>,
) => useAccountMutation(change, { ...options, invalidates: ['deposits'] });
