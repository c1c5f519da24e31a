import { recordChange } from '../audit/audit-store.js';
import { realTime, type Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { openKeys } from './endpoint-keys.js';
import { disableEndpoint } from './change-endpoint.js';
import type { Endpoint } from './endpoint-store.js';
import { resolveEndpoint } from './resolve-endpoint.js';
import { isGone, keysUnreadable, sendAttempt, type Message, type Outcome } from './send-attempt.js';

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

/** A test that fails is no reason to disable an endpoint, unless it says that it is gone. */
export const recordTest = (context: Context, { accountId, id }: Endpoint, outcome: Outcome): Promise<void> =>
  inTransaction(context, async (tx) => {
    await recordChange(tx, accountId, {
      action: 'webhook_endpoint.test',
      subjectId: id,
      after: { status_code: outcome.statusCode, error: outcome.error },
    });
    if (isGone(outcome)) await disableEndpoint(tx, accountId, id, 'gone');
  });
