import type { AccountId } from '../../accounts/account.js';
import { recordChange } from '../../audit/audit-store.js';
import { revokeKey } from '../../keys/revoke-key.js';
import type { Context } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { missing } from '../../../platform/errors.js';
import { deleteAgent } from './agent-store.js';
import { agentFacts } from './create-agent.js';

/** Its key, or its token, is refused from now on. */
export const revokeAgent = (
  context: Context,
  account: AccountId,
  feedId: string,
  id: string,
): Promise<void> =>
  inTransaction(context, async (tx) => {
    const agent = await deleteAgent(tx.db, account, feedId, id);
    if (!agent) throw missing('There is no such agent');
    if (agent.keyId !== null) await revokeKey(tx, account, agent.keyId);
    await recordChange(tx, account, { action: 'agent.revoke', subjectId: id, before: agentFacts(agent) });
  });
