import { createHash } from 'node:crypto';

/** A SQL statement, prepared once per connection under its name. `Row` is the returned row, in camelCase. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly operation: Operation;
  /** Why it may access rows of several accounts. Without a reason, it must be limited to the account in its first parameter. */
  readonly crossAccountReason?: string;
  /** What runs instead on a distributed store. None: it does not run there. */
  readonly distributed?: readonly Step[];
  /** It does not run on a single PostgreSQL. */
  readonly needsCitus?: true;
  /** Only for the type checker; never set. */
  readonly row?: Row;
}

/** A statement that takes some of the values of the statement that it is part of. */
export interface Step {
  readonly statement: Statement<unknown>;
  /** Positions of its values, from 0. */
  readonly values: readonly number[];
}

/** What it does to the tables; `call` invokes a function of the job queue. */
export type Operation = 'select' | 'insert' | 'update' | 'delete' | 'call';

const known = new Map<string, Statement<unknown>>();

/**
 * For a statement whose text does not run on a distributed store, or would involve nodes that it does not need to. There, one
 * or more statements with parameters of the same numbers run in one transaction. If one that returns columns returns no
 * row, those after it do not run, and the result is empty. Otherwise the result is what the last of these returns.
 */
interface Variants {
  readonly distributed?: string | readonly string[];
}

/** Declares a statement at the top of a store. Its name is a hash of its text, so names do not collide. */
export const statement = <Row = never>(text: string, variants: Variants = {}): Statement<Row> =>
  declare({ text }, variants);

/** The same for the few that serve the operator or a job, with the reason for accessing several accounts. */
export const crossAccountStatement = <Row = never>(
  reason: string,
  text: string,
  variants: Variants = {},
): Statement<Row> => declare({ text, crossAccountReason: reason }, variants);

/** A statement that only runs on a distributed store, because it uses functions or tables of Citus. */
export const citusStatement = <Row = never>(text: string): Statement<Row> =>
  declare({ text, needsCitus: true }, {});

type Declared = Pick<Statement<unknown>, 'text' | 'crossAccountReason' | 'needsCitus'>;

function declare<Row>(declared: Declared, { distributed }: Variants): Statement<Row> {
  const name = `s_${createHash('sha256').update(declared.text).digest('base64url').slice(0, 24)}`;
  const named: Statement<Row> = {
    name,
    operation: operationOf(declared.text),
    ...declared,
    ...(distributed !== undefined && {
      distributed: [distributed].flat().map((text) => declareStep({ ...declared, text })),
    }),
  };
  known.set(name, named);
  return named;
}

/** A statement must not have parameters that it does not use, so those of a step are numbered anew. */
function declareStep(declared: Declared): Step {
  const used = [...declared.text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  const values = [...new Set(used)].sort((a, b) => a - b).map((number) => number - 1);
  const text = declared.text.replace(
    /\$(\d+)/g,
    (_, number: string) => `$${values.indexOf(Number(number) - 1) + 1}`,
  );
  return { statement: declare({ ...declared, text }, {}), values };
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
