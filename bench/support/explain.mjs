/**
 * A database as used by the stores, on one connection, that also explains every statement it runs. Statements are
 * prepared with SQL, because a direct `explain` knows the values and never uses the generic plan.
 */
export async function explainingDatabase(client) {
  await client.query('set plan_cache_mode = force_generic_plan; deallocate all');
  const plans = [];
  const rows = async (statement, values = []) => {
    const name = client.escapeIdentifier(statement.name);
    const known = await client.query('select 1 from pg_prepared_statements where name = $1', [
      statement.name,
    ]);
    if (known.rows.length === 0) await client.query(`prepare ${name} as ${statement.text}`);
    const given = values.length
      ? `(${values.map((value) => client.escapeLiteral(asText(value))).join(', ')})`
      : '';
    const explained = await client.query(
      `explain (analyze, buffers, timing off, format json) execute ${name}${given}`,
    );
    plans.push({ text: statement.text, plan: explained.rows[0]['QUERY PLAN'][0].Plan });
    return readRows(await client.query(`execute ${name}${given}`));
  };
  const db = { rows, first: async (...asked) => (await rows(...asked))[0] };
  return { db, seen: () => summaryOf(plans) };
}

function asText(value) {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value);
}

const readRows = ({ rows }) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
        value,
      ]),
    ),
  );

function summaryOf(plans) {
  const nodes = plans.flatMap(({ plan }) => nodesOf(plan));
  return {
    blocks: plans.reduce((sum, { plan }) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0),
    wholeTables: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name']),
    workers: nodes.some((node) => node['Node Type'].startsWith('Gather')),
    text: plans.map(({ text, plan }) => `${text}\n${outline(plan)}`).join('\n'),
  };
}

const nodesOf = (node) => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

function outline(node, depth = 1) {
  const { 'Node Type': type, 'Index Name': index, 'Relation Name': table } = node;
  const read = node['Shared Hit Blocks'] + node['Shared Read Blocks'];
  const removed = node['Rows Removed by Filter'] ?? 0;
  const line = `${'  '.repeat(depth)}${type} ${index ?? table ?? ''}: ${node['Actual Rows']} rows, ${removed} removed, ${read} blocks`;
  return [line, ...(node.Plans ?? []).map((child) => outline(child, depth + 1))].join('\n');
}
