import type { Account } from '../features/accounts/account.js';
import type { KeyScope } from '../features/keys/key-scope.js';
import type { Actor } from '../platform/actor.js';

/** The calling account, identified by one of its keys or by a signed-in user. */
export type Caller = Account & {
  readonly actor: Actor;
  /** The id of the key or session. Rate limits count by it. */
  readonly credentialId: string;
  /** What its key is limited to; null for other keys, and for users. */
  readonly scope: KeyScope | null;
  /** Whether programs that use its key by MCP may change something. */
  readonly mcpWrite: boolean;
  /** The default; a request may ask for another one. */
  readonly revision: string;
};
