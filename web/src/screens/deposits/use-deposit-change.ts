import type { WriteOptions } from '@regrove/sdk';
import { useChange, type ChangeOptions } from '../../api/use-change.js';

/** Something about deposits that is done once; the lists are asked for again afterwards. */
export const useDepositChange = <Input>(
  change: (input: Input, once: WriteOptions) => Promise<unknown>,
  options: Pick<ChangeOptions<unknown>, 'said' | 'onDone'>,
) => useChange(change, { ...options, touches: ['deposits'] });
