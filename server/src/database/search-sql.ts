/** Hits of each kind. */
export const hitsPerKind = 5;

/**
 * How many rows a search reads for one kind. So it costs the same in a list of any length, and others with the same references
 * cannot slow it down.
 */
const maxRead = 1000;

const hitOf = (rows: string, account: string, condition: string): string => `
  select found.*, accounts.display_name as account_name from (${rows}) found join accounts on accounts.id = ${account}
  where ${condition} order by found.id desc limit ${hitsPerKind}`;

/** Rows of all accessible accounts by a key that an index has. It takes the ancestor, or null for all accounts, and the key. */
export const selectAccessible = (table: string, columns: string, condition: string): string =>
  hitOf(
    `select id, account_id, ${columns} from ${table} where ${condition} limit ${maxRead}`,
    'found.account_id',
    '($1::uuid is null or accounts.lineage @> array[$1::uuid])',
  );

/** The newest rows of an account with a text in them, in lower case. It takes the account and the text. */
export const selectRecent = (table: string, columns: string, text: string): string =>
  hitOf(
    `select id, account_id, ${columns} from ${table} where account_id = $1 order by created_at desc, id desc limit ${maxRead}`,
    '$1',
    `strpos(lower(${text}), $2) > 0`,
  );
