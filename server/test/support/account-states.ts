/**
 * For tests that insert accounts by SQL. On a single PostgreSQL a trigger has done this; a distributed database leaves it to
 * the application.
 */
export const addAccountStates = `
  insert into account_states (account_id, status) select id, status from accounts on conflict do nothing`;
