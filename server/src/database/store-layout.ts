/**
 * Where the rows of accounts are: all in one PostgreSQL, or spread over several by account. Whatever does something for several
 * accounts in one transaction asks for it, since on a distributed store that would be a transaction across nodes.
 */
export type StoreLayout = 'single' | 'distributed';

/** Distributed stores are not supported yet: nothing but tests opens one. What will recognize one belongs here. */
export const defaultLayout: StoreLayout = 'single';
