import { createHash } from 'node:crypto';

/** One SQL statement, prepared once per connection under its name; `Row` is what it returns, in camelCase. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly operation: Operation;
  /** Why it may read or write rows of several accounts; without one it must keep to the account that is its first value. */
  readonly acrossAccounts?: string;
  /** Only for the type checker: a statement never holds a row. */
  readonly row?: Row;
}

/** What it does to the tables; `call` is left to a function of the job queue. */
export type Operation = 'select' | 'insert' | 'update' | 'delete' | 'call';

const known = new Map<string, Statement<unknown>>();

/** Declares a statement at the top of a store. Its name is the hash of its text, so two can never collide. */
export const statement = <Row = never>(text: string): Statement<Row> => declare({ text });

/** The same for the few that serve the operator or a job, with the reason why it may see more than one account. */
export const acrossAccounts = <Row = never>(reason: string, text: string): Statement<Row> =>
  declare({ text, acrossAccounts: reason });

function declare<Row>(declared: Omit<Statement<Row>, 'name' | 'operation'>): Statement<Row> {
  const name = `s_${createHash('sha256').update(declared.text).digest('base64url').slice(0, 24)}`;
  const named: Statement<Row> = { name, operation: operationOf(declared.text), ...declared };
  known.set(name, named);
  return named;
}

/** The first that changes something says what it is for; what it reads on the way does not. */
function operationOf(text: string): Operation {
  const [found = 'select'] =
    /\b(insert(?= into)|delete(?= from)|update(?=\s+[\w.]+\s+(as\s+)?(\w+\s+)?set\b)|graphile_worker\.\w+(?=\())/i.exec(
      text,
    ) ?? [];
  return found.startsWith('graphile_worker') ? 'call' : (found.toLowerCase() as Operation);
}

/** Every statement of the stores loaded so far: tests prepare each against the schema, and look each tenant's key up in it. */
export const declaredStatements = (): Statement<unknown>[] => [...known.values()];
