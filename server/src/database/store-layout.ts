/**
 * Where the rows of accounts are stored: all in one PostgreSQL, or distributed over several by account. Code that handles
 * several accounts in one transaction checks this, because on a distributed store it would be a transaction across nodes.
 */
export type StoreLayout = 'single' | 'distributed';

/** Distributed stores are not supported yet: only tests open one. Detecting one belongs here. */
export const defaultLayout: StoreLayout = 'single';
