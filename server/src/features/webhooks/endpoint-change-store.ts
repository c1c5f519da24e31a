import type { Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

export const changeChannel = 'regrove_webhooks';

/** An endpoint that has changed, or has got deliveries that did not come from a new event. */
export interface EndpointChange {
  /** Of a sandbox. Null: live. */
  readonly schema: string | null;
  readonly accountId: string;
  readonly endpointId: string;
}

const notify = statement(`select pg_notify('${changeChannel}', $1)`);

/** Tells the process that delivers, once the transaction is committed. If it misses this, it finds out within a minute. */
export async function announceChange(db: Transaction, accountId: string, endpointId: string): Promise<void> {
  const change: EndpointChange = { schema: db.schema ?? null, accountId, endpointId };
  await db.rows(notify, [JSON.stringify(change)]);
}
