import type pg from 'pg';

/** The driver knows this option for single queries, its types do not. */
type LimitedQuery = pg.QueryConfig & { readonly query_timeout: number };

/** A query that fails if no response arrives in time, for connections without timeouts of their own. */
export const queryWithTimeout = (text: string, milliseconds: number): LimitedQuery => ({
  text,
  query_timeout: milliseconds,
});
