import { flatStatement, statementsOf } from '../../src/database/migration-statements.js';

/** What a migration must not do while servers of the previous version are running, and why. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/^drop (table|view|function|type|schema|sequence)\b/, 'the version before still uses what is dropped'],
  [/^alter table .*\bdrop column\b/, 'the version before still uses what is dropped'],
  [/^alter (table|type|view|sequence|function) .*\brename\b/, 'the version before knows the old name'],
  [
    /^alter table .*\balter (column )?\w+ (set data )?type\b/,
    'rewrites the table, and the version before writes the old type',
  ],
  [/^alter table .*\balter (column )?\w+ set not null\b/, 'the version before may leave it empty'],
  [
    /^alter table .*\badd (column )?(?!constraint\b)\w+ (?!.*\bdefault\b).*\bnot null\b/,
    'the version before does not fill it: give it a default',
  ],
  [
    /^alter table .*\badd (constraint \w+ )?(check|foreign key)(?!.*\bnot valid\b)/,
    'reads the whole table under a lock: add it not valid, validate it in a later migration',
  ],
  [
    /^alter table .*\badd (constraint \w+ )?(unique|primary key|exclude)\b(?!.*\busing index\b)/,
    'builds an index under a lock: build it concurrently, then add it using that index',
  ],
  [
    /^create (unique )?index (?!concurrently\b)/,
    'nobody can write while it is built: create index concurrently, alone in its migration',
  ],
  [
    /^alter table .*\badd (column )?(?!constraint\b|check\b)\w+ .*\bcheck\b/,
    'a distributed database does not accept it: add the check in a statement of its own',
  ],
  [
    /^alter table (only )?(deposits|audit_entries) .*\busing index\b/,
    'PostgreSQL refuses it if the table is partitioned: a unique index is enough',
  ],
  [
    /^alter table (only )?(deposits|audit_entries) .*\b(foreign key|references)\b/,
    'PostgreSQL cannot add it without reading all rows under a lock if the table is partitioned',
  ],
  [
    /^(create|alter) table .*\breferences (deposits|audit_entries)\b/,
    'its partitions could no longer be exchanged',
  ],
  [
    /^create unique index concurrently \w+ on (only )?(deposits\b(?![^(]*\([^)]*\bid\b)|audit_entries\b(?![^(]*\([^)]*\bat\b))/,
    'if the table is partitioned, it has to contain the partition key: id of deposits, at of audit_entries',
  ],
  [/^drop index concurrently\b/, 'not possible in a transaction, or if the table is partitioned: drop index'],
  [/^(truncate|lock|vacuum|cluster|reindex)\b/, 'holds everybody up'],
  // One row, by its id, takes no longer in a large table.
  [
    /^(update|delete)\b(?!.* where id = '[\da-f-]{36}'$)/,
    'changes a table of any size in one go: leave it to a job, batch by batch',
  ],
];

/** A comment right above a statement that allows it: what it removes has not been used since the previous release. */
const marked = /--[ \t]*contract:[ \t]*\S/;

/** The statements of a migration that break a rule. Tables that it creates itself are not in use yet. */
export function violationsOf(sql: string): string[] {
  const fresh = new Set<string>();
  return statementsOf(sql).flatMap((statement) => {
    const text = flatStatement(statement);
    const created = /^create table (?:if not exists )?(\w+)/.exec(text)?.[1];
    if (created !== undefined) fresh.add(created);
    const table =
      /^(?:alter table|create (?:unique )?index \w* ?on|insert into|update|delete from) (?:only )?(\w+)/.exec(
        text,
      )?.[1];
    if (marked.test(statement) || (table !== undefined && fresh.has(table))) return [];
    // Several changes of a table in one statement are checked separately.
    const [, head = '', changes = ''] = /^(alter table (?:only )?\w+ )(.*)$/.exec(text) ?? [];
    const parts = head === '' ? [text] : splitChanges(changes).map((change) => head + change);
    return parts.flatMap((part) =>
      rules.filter(([pattern]) => pattern.test(part)).map(([, reason]) => `${part}: ${reason}`),
    );
  });
}

const splitChanges = (changes: string): string[] => {
  const parts: string[] = [''];
  let depth = 0;
  for (const letter of changes) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + letter);
  }
  return parts.map((part) => part.trim());
};
