import { createHash } from 'node:crypto';

/** A SQL statement, prepared once per connection under its name. `Row` is the returned row, in camelCase. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly operation: Operation;
  /** Why it may access rows of several accounts. Without a reason, it must be limited to the account in its first parameter. */
  readonly acrossAccounts?: string;
  /** Runs instead on a distributed store. It has the same parameters and returns the same columns. */
  readonly distributed?: Statement<Row>;
  /** Only for the type checker; never set. */
  readonly row?: Row;
}

/** What it does to the tables; `call` invokes a function of the job queue. */
export type Operation = 'select' | 'insert' | 'update' | 'delete' | 'call';

const known = new Map<string, Statement<unknown>>();

/** Where the usual text of a statement does not run on a distributed store, or would ask nodes that it does not need. */
interface Variants {
  readonly distributed?: string;
}

/** Declares a statement at the top of a store. Its name is a hash of its text, so names do not collide. */
export const statement = <Row = never>(text: string, variants: Variants = {}): Statement<Row> =>
  declare({ text }, variants);

/** The same for the few that serve the operator or a job, with the reason for accessing several accounts. */
export const acrossAccounts = <Row = never>(
  reason: string,
  text: string,
  variants: Variants = {},
): Statement<Row> => declare({ text, acrossAccounts: reason }, variants);

type Declared = Pick<Statement<unknown>, 'text' | 'acrossAccounts'>;

function declare<Row>(declared: Declared, { distributed }: Variants): Statement<Row> {
  const name = `s_${createHash('sha256').update(declared.text).digest('base64url').slice(0, 24)}`;
  const named: Statement<Row> = {
    name,
    operation: operationOf(declared.text),
    ...declared,
    ...(distributed !== undefined && { distributed: declare<Row>({ ...declared, text: distributed }, {}) }),
  };
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

/** All statements of the stores loaded so far, also those for distributed stores. Tests prepare each against the schema and check its tenant key. */
export const declaredStatements = (): Statement<unknown>[] => [...known.values()];
