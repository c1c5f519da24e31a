import type { WriteOptions } from '@regrove/sdk';
import { useAccountMutation, type AccountMutationOptions } from '../../api/use-account-mutation.js';

/** Something about deposits that is done once; the lists are asked for again afterwards. */
export const useDepositMutation = <Input>(
  change: (input: Input, once: WriteOptions) => Promise<unknown>,
  options: Pick<AccountMutationOptions<unknown>, 'successMessage' | 'onSuccess'>,
) => useAccountMutation(change, { ...options, invalidates: ['deposits'] });
