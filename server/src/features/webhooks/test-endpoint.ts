import { record } from '../audit/audit-store.js';
import { realTime, type Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { pinnedAddress } from '../../sources/pinned-address.js';
import { openKeys } from './endpoint-keys.js';
import type { Endpoint } from './endpoint-store.js';
import { sendAttempt, type Message, type Outcome } from './send-attempt.js';

/** Sends a message that is not stored, also to a disabled endpoint. Holds no connection to the database meanwhile. */
export async function testEndpoint(
  context: Context,
  endpoint: Endpoint,
  message: Pick<Message, 'id' | 'body'>,
): Promise<Outcome> {
  const network = context.webhookNetwork;
  const now = realTime(context);
  const keys = openKeys(context.secrets, endpoint);
  if (!keys)
    return {
      at: now.toISOString(),
      statusCode: null,
      durationMs: 0,
      error: 'keys_unreadable',
      responseExcerpt: null,
      retryAfterMs: undefined,
    };
  return sendAttempt(
    { ...message, url: endpoint.url, keys },
    {
      network,
      resolve: (hostname) => pinnedAddress(hostname, network),
      agentFor: () => false,
    },
    now,
  );
}

export const recordTest = (context: Context, { accountId, id }: Endpoint, outcome: Outcome): Promise<void> =>
  inTransaction(context, (tx) =>
    record(tx, accountId, {
      action: 'webhook_endpoint.test',
      subjectId: id,
      after: { status_code: outcome.statusCode, error: outcome.error },
    }),
  );
