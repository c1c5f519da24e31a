import type { Statement } from '../../src/database/statement.js';
import type { TestServer } from './test-server.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly Plans?: PlanNode[];
}

export interface TablesOf {
  readonly writes: ReadonlySet<string>;
  /** Tables that it only reads. */
  readonly reads: ReadonlySet<string>;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const nameOf = ({ Schema: schema, 'Relation Name': name }: PlanNode): string =>
  schema === 'public' ? (name ?? '') : `${schema ?? ''}.${name ?? ''}`;

/** The tables of a statement, according to the database's query plan. */
export async function tablesOf(
  { sql }: Pick<TestServer, 'sql'>,
  { text }: Statement<unknown>,
): Promise<TablesOf> {
  const [row] = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, verbose, format json) ${text}`,
  );
  if (!row) throw new Error(`no plan for ${text}`);
  const nodes = nodesOf(row['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] !== undefined);
  const isWrite = (node: PlanNode): boolean => node['Node Type'] === 'ModifyTable';
  const writes = new Set(nodes.filter(isWrite).map(nameOf));
  const reads = nodes.map(nameOf).filter((table) => !writes.has(table));
  return { writes, reads: new Set(reads) };
}
