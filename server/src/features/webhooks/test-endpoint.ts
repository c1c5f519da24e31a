import { recordChange } from '../audit/audit-store.js';
import { realTime, type Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { openKeys } from './endpoint-keys.js';
import type { Endpoint } from './endpoint-store.js';
import { resolveEndpoint } from './resolve-endpoint.js';
import { keysUnreadable, sendAttempt, type Message, type Outcome } from './send-attempt.js';

/** Sends a message that is not stored, also to a disabled endpoint. Holds no connection to the database meanwhile. */
export async function testEndpoint(
  context: Context,
  endpoint: Endpoint,
  message: Pick<Message, 'id' | 'body'>,
): Promise<Outcome> {
  const now = realTime(context);
  const keys = openKeys(context.secrets, endpoint);
  if (!keys) return keysUnreadable(now);
  return sendAttempt(
    { ...message, url: endpoint.url, keys },
    { resolve: (hostname) => resolveEndpoint(hostname, context.webhookNetwork), agents: false },
    now,
  );
}

export const recordTest = (context: Context, { accountId, id }: Endpoint, outcome: Outcome): Promise<void> =>
  inTransaction(context, (tx) =>
    recordChange(tx, accountId, {
      action: 'webhook_endpoint.test',
      subjectId: id,
      after: { status_code: outcome.statusCode, error: outcome.error },
    }),
  );
