/**
 * The source of an insert of lists into a distributed table. Citus only sends such an insert to the shards as it is if the
 * accounts come from a distributed table; otherwise it would fetch the rows and copy them, in a transaction across nodes.
 * `$1` is the list of accounts, which is also the first of `lists`; `names` are the columns of the others.
 */
export const unnestOnShard = (lists: string, names: string): string => `
  from unnest(${lists}) as one (one_account_id, ${names})
    join account_states on account_states.account_id = one_account_id
  where account_states.account_id = any($1::uuid[])`;
