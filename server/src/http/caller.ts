import type { Account } from '../features/accounts/account.js';
import type { Actor } from '../platform/actor.js';

/** Who calls: an account, by one of its keys or by a user who is signed in. */
export type Caller = Account & {
  readonly actor: Actor;
  /** Of the key or the session: what requests are counted by. */
  readonly credentialId: string;
  /** Unless the request asks for another one. */
  readonly revision: string;
};
