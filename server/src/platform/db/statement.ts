import { createHash } from 'node:crypto';

/** One SQL statement, prepared once per connection under its name; `Row` is what it returns, in camelCase. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Only for the type checker: a statement never holds a row. */
  readonly row?: Row;
}

const known = new Map<string, Statement<unknown>>();

/** Declares a statement at the top of a store. Its name is the hash of its text, so two can never collide. */
export function statement<Row = never>(text: string): Statement<Row> {
  const name = `s_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  const declared: Statement<Row> = { name, text };
  known.set(name, declared);
  return declared;
}

/** Every statement of the stores loaded so far: tests prepare each against the schema, and look each tenant's key up in it. */
export const declaredStatements = (): Statement<unknown>[] => [...known.values()];
