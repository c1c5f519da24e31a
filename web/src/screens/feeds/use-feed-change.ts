import { useChange, type ChangeOptions } from '../../api/use-change.js';

/** Something about feeds or servers; what is known of either is asked for again afterwards, and what they deposited. */
export const useFeedChange = <Input, Output>(
  change: (input: Input) => Promise<Output>,
  options: Omit<ChangeOptions<Output>, 'touches'> = {},
) => useChange(change, { ...options, touches: ['feeds', 'servers', 'deposits'] });
