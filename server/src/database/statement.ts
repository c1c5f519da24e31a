import { createHash } from 'node:crypto';

/** A SQL statement, prepared once per connection under its name. `Row` is the returned row, in camelCase. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly operation: Operation;
  /** Why it may access rows of several accounts. Without a reason, it must be limited to the account in its first parameter. */
  readonly acrossAccounts?: string;
  /** Only for the type checker; never set. */
  readonly row?: Row;
}

/** What it does to the tables; `call` invokes a function of the job queue. */
export type Operation = 'select' | 'insert' | 'update' | 'delete' | 'call';

const known = new Map<string, Statement<unknown>>();

/** Declares a statement at the top of a store. Its name is a hash of its text, so names do not collide. */
export const statement = <Row = never>(text: string): Statement<Row> => declare({ text });

/** The same for the few that serve the operator or a job, with the reason for accessing several accounts. */
export const acrossAccounts = <Row = never>(reason: string, text: string): Statement<Row> =>
  declare({ text, acrossAccounts: reason });

function declare<Row>(declared: Omit<Statement<Row>, 'name' | 'operation'>): Statement<Row> {
  const name = `s_${createHash('sha256').update(declared.text).digest('base64url').slice(0, 24)}`;
  const named: Statement<Row> = { name, operation: operationOf(declared.text), ...declared };
  known.set(name, named);
  return named;
}

/** The first operation that changes data; otherwise a select. */
function operationOf(text: string): Operation {
  const [found = 'select'] =
    /\b(insert(?= into)|delete(?= from)|update(?=\s+[\w.]+\s+(as\s+)?(\w+\s+)?set\b)|graphile_worker\.\w+(?=\())/i.exec(
      text,
    ) ?? [];
  return found.startsWith('graphile_worker') ? 'call' : (found.toLowerCase() as Operation);
}

/** All statements of the stores loaded so far. Tests prepare each against the schema and check its tenant key. */
export const declaredStatements = (): Statement<unknown>[] => [...known.values()];
