import type { Context } from '../../database/context.js';
import { invalid, type Refusal } from '../../platform/errors.js';

/** For an offset that would take the account over the operator's limit for unbilled offsets. */
export const unbilledLimitError = ({
  maxUnbilled,
  currency,
}: Pick<Context, 'maxUnbilled' | 'currency'>): Refusal =>
  invalid(
    `This would exceed the account's limit of ${maxUnbilled ?? ''} ${currency} for unbilled offsets: ` +
      'wait for the next invoice, or ask the operator',
    { code: 'unbilled-limit', params: { limit: Number(maxUnbilled ?? 0), currency } },
  );
