import type { Context } from '../../database/context.js';
import { invalid, type Refusal } from '../../platform/errors.js';

/** An offset that would leave more unbilled than the operator lends an account. */
export const overUnbilledLimit = ({
  maxUnbilled,
  currency,
}: Pick<Context, 'maxUnbilled' | 'currency'>): Refusal =>
  invalid(
    `With this, offsets of more than ${maxUnbilled ?? ''} ${currency} would wait for an invoice, which is the limit of an account: ` +
      'wait for the next invoice, or ask the operator',
    { code: 'unbilled-limit', params: { limit: Number(maxUnbilled ?? 0), currency } },
  );
