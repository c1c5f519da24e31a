/** The statements that a piece of work sends to the database: texts and values, in order. */
export async function recordStatements(pool, work) {
  const sent = [];
  const { driver } = pool;
  const listened = new Set();
  const listen = (client) => {
    if (listened.has(client)) return;
    listened.add(client);
    const original = client.query;
    client.query = function query(config, ...others) {
      // Statements that begin and end a transaction are plain strings.
      if (typeof config !== 'string') sent.push({ text: config.text, values: config.values });
      return original.call(this, config, ...others);
    };
  };
  driver.on('acquire', listen);
  try {
    await work();
  } finally {
    driver.off('acquire', listen);
    for (const client of listened) delete client.query;
  }
  return sent;
}

/**
 * The same as a pgbench script, in one transaction. Ids that the work generated are new each time; like the server's
 * own, those of a client increase, so that indexes grow at their ends.
 */
export function pgbenchScript(sent, isKnown) {
  const fresh = new Map();
  const literal = (value) => {
    if (value === null || value === undefined) return 'null';
    if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`;
    if (value instanceof Date) return quote(value.toISOString());
    if (typeof value === 'object')
      return quote(Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : JSON.stringify(value));
    const text = String(value);
    if (!uuid.test(text) || isKnown(text)) return quote(text);
    if (!fresh.has(text)) fresh.set(text, fresh.size);
    return `(lpad(to_hex(:client_id::bigint), 8, '0') || '-000${fresh.get(text)}-7000-8000-' || lpad(to_hex(:serial::bigint), 12, '0'))::uuid`;
  };
  const statements = sent.map(({ text, values = [] }) =>
    text.replace(/\$(\d+)/g, (_, number) => literal(values[Number(number) - 1])).replace(/\s+/g, ' '),
  );
  const lines = statements.map((text) => `${text.trim()};`);
  const transaction = lines.length === 1 ? lines : ['begin;', ...lines, 'commit;'];
  return ['\\set serial :serial + 1', ...transaction, ''].join('\n');
}

/** The ids among the values of a statement that the work generated. */
export const generatedIds = ({ values }, isKnown) =>
  values.filter((value) => uuid.test(String(value)) && !isKnown(String(value)));

const uuid = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/;
// A colon would start a pgbench variable.
const quote = (text) => `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`;
