import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import type { Facts } from '../audit/audited-fields.js';
import type { TransactionContext } from '../../database/context.js';
import { newId } from '../../platform/ids.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { cleanText } from '../../platform/text/clean-text.js';
import { expiryOf } from './session-lifetime.js';
import { insertSession, sessionFacts, type Session } from './session-store.js';
import { generateSessionToken } from './session-token.js';

const maxUserAgentLength = 255;

export interface OpenedSession {
  readonly is: 'signedIn';
  /** Only its hash is stored. */
  readonly token: string;
  readonly session: Session;
}

interface NewSession {
  readonly userAgent: string | undefined;
  readonly awaitsPasskey?: boolean;
  /** How the user proved who they are, for the audit trail. */
  readonly facts: Facts;
}

/** Only call this for a user who has accepted the invitation, in the transaction that checks the proof. */
export async function openSession(
  tx: TransactionContext,
  { accountId, userId }: { readonly accountId: AccountId; readonly userId: string },
  { userAgent, awaitsPasskey = false, facts }: NewSession,
): Promise<OpenedSession> {
  const now = tx.clock();
  const token = generateSessionToken(accountId);
  const session = await insertSession(tx.db, {
    accountId,
    id: newId(),
    userId,
    hash: hashToken(token),
    userAgent: cleanText(userAgent ?? '').slice(0, maxUserAgentLength) || null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: expiryOf(now, now),
    awaitsPasskey,
  });
  await recordChange({ ...tx, actor: { kind: 'user', id: userId } }, accountId, {
    action: 'session.create',
    subjectId: session.id,
    after: { ...sessionFacts(session), ...facts },
  });
  return { is: 'signedIn', token, session };
}
