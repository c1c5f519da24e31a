import { Type } from '@sinclair/typebox';
import { levels } from '../../features/accounts/accounts-of-level.js';
import { OneOf } from '../fields.js';

/** Whose rows a list has: the account's own by default. */
export const LevelQuery = Type.Object({ level: Type.Optional(OneOf(levels)) });

/** What a row of such a list says about its account, besides the id. */
export const AccountNameFields = Type.Object({ account_name: Type.String() });

export interface WithAccountName {
  readonly accountName: string;
}
