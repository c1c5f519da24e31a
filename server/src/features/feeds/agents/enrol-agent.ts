import { findAnyAccount } from '../../accounts/account-store.js';
import { recordChange } from '../../audit/audit-store.js';
import { createKey } from '../../keys/create-key.js';
import { realTime, type Context } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { newId } from '../../../platform/ids.js';
import { hashToken } from '../../../platform/secrets/tenant-token.js';
import { claimAgent, type FeedAgent } from './agent-store.js';
import { agentFacts } from './create-agent.js';

export interface EnrolmentInput {
  readonly token: string;
  readonly name: string;
  readonly version: string;
  /** Of the API, that its key is pinned to. */
  readonly revision: string;
}

/**
 * Exchanges a token for a key that can only send readings of the agent's feed. Undefined for every token that cannot be used, whatever
 * the reason; that of an inactive account stays usable. The feed is not locked: whoever deletes it waits for the agent's row, and then
 * revokes the key.
 */
export const enrolAgent = (
  context: Context,
  accountId: string,
  { token, name, version, revision }: EnrolmentInput,
): Promise<(FeedAgent & { readonly key: string }) | undefined> => {
  const keyId = newId();
  // Nobody is signed in: the agent acts with the key that it gets.
  return inTransaction({ ...context, actor: { kind: 'key', id: keyId } }, async (tx) => {
    const account = await findAnyAccount(tx.db, accountId);
    if (account?.status !== 'active') return undefined;
    const enrolment = { keyId, name, version, at: tx.clock() };
    const agent = await claimAgent(tx.db, account.id, hashToken(token), realTime(tx), enrolment);
    if (!agent) return undefined;
    const scope = { kind: 'readings', feedId: agent.feedId } as const;
    const { key } = await createKey(tx, account.id, { id: keyId, name: agent.name, revision, scope });
    await recordChange(tx, account.id, {
      action: 'agent.enrol',
      subjectId: agent.id,
      after: agentFacts(agent),
    });
    return { ...agent, key };
  });
};
