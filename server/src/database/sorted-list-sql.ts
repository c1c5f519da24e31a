export interface SortedListOptions {
  readonly table: string;
  readonly columns: string;
  /** The column of the account whose list it is. */
  readonly scope: string;
  /** The column of ranges; an index has scope, this column and id. */
  readonly date: string;
  /** A text by which an index with the scope sorts, too. */
  readonly name?: string;
  /** Numbers by which rows can be sorted. */
  readonly amounts: Readonly<Record<string, string>>;
  /** Columns that can be filtered by, with the type of their values. */
  readonly filters: Readonly<Record<string, string>>;
  /** Rows that do not meet it are not in the list, nor in its index. */
  readonly condition?: string;
}

export interface Sort {
  readonly sql: string;
  readonly type: string;
  readonly descending: boolean;
}

const andOf = ({ condition }: SortedListOptions): string =>
  condition === undefined ? '' : ` and ${condition}`;

const wordsOf = (descending: boolean) =>
  descending ? { word: 'desc', next: '<' } : { word: 'asc', next: '>' };

/** A page by date within a range. After the account, it takes `rangePageValues` or `oldestInRangeValues`. */
export function selectInOrder(options: SortedListOptions, descending: boolean): string {
  const { columns, table, scope, date } = options;
  const { word, next } = wordsOf(descending);
  return `
  select ${columns}, ${table}.${date} as sort_key from ${table}
  where ${scope} = $1 and ${date} ${descending ? '>=' : '<'} $2 and (${date}, id) ${next} ($3, $4)${andOf(options)}
  order by ${date} ${word}, id ${word} limit $5`;
}

/** A page by name. After the account, it takes `pageValues`. */
export function selectByName(
  { columns, table, scope }: SortedListOptions,
  name: string,
  descending: boolean,
): string {
  const { word, next } = wordsOf(descending);
  return `
  select ${columns}, ${table}.${name} as sort_key from ${table}
  where ${scope} = $1 and (${name}, id) ${next} ($2, $3) order by ${name} ${word}, id ${word} limit $4`;
}

/** The row after the last one that can be sorted. After the account, it takes the range. */
export const selectTooMany = (options: SortedListOptions, max: number): string => `
  select id from (${selectRange(options, '$1', 'id', max + 1)}) listed offset ${max} limit 1`;

/** Up to `max` rows of an account in the range of $2 and $3, newest first, which an index has. */
function selectRange(options: SortedListOptions, account: string, columns: string, max: number): string {
  const { table, scope, date } = options;
  return `
    select ${columns} from ${table} where ${table}.${scope} = ${account} and ${date} >= $2 and ${date} < $3${andOf(options)}
    order by ${date} desc, id desc limit ${max}`;
}

/** The page of `listed`, in any order. It takes the key of the page (null for the first one), the limit, and a value for each filter. */
function selectPageOfListed(options: SortedListOptions, { type, descending }: Sort, columns: string): string {
  const { word, next } = wordsOf(descending);
  const filters = Object.entries(options.filters).map(([column, ofColumn], index) => {
    const value = `$${7 + index}::${ofColumn}`;
    return ` and (${value} is null or ${column} = ${value})`;
  });
  return `
    select ${columns} from listed
    where ($4::${type} is null or (sort_key, listed_id) ${next} ($4::${type}, $5::uuid))${filters.join('')}
    order by sort_key ${word}, listed_id ${word} limit $6`;
}

const listedColumns = ({ filters }: SortedListOptions, sort: Sort): string =>
  [`id as listed_id, ${sort.sql} as sort_key`, ...Object.keys(filters)].join(', ');

/**
 * A page of the range in any order. After the account, it takes the range and what `selectPageOfListed` takes. Only keys are
 * sorted; the other columns are read for the rows of the page.
 */
export function selectSorted(options: SortedListOptions, sort: Sort, max: number): string {
  const { columns, table, scope } = options;
  const { word } = wordsOf(sort.descending);
  return `
  with listed as materialized (${selectRange(options, '$1', listedColumns(options, sort), max)}
  ), page as (${selectPageOfListed(options, sort, 'listed_id, sort_key')}
  )
  select ${columns}, page.sort_key from page join ${table} on ${table}.${scope} = $1 and ${table}.id = page.listed_id
  order by page.sort_key ${word}, page.listed_id ${word}`;
}

// Lists of several accounts. Each account is asked by its index, one after the other: of a condition on all of them, the planner
// could read a table of other accounts instead. On a distributed store, `account_states` lets each node ask for its accounts.

const ofEach = (rows: string): string => `
  from account_states cross join lateral (${rows}
  ) one where account_states.account_id = any($1::uuid[])`;

/** The first keys of each account by date. After the accounts, it takes `rangePageValues` or `oldestInRangeValues`. */
export function selectKeysInOrder(options: SortedListOptions, descending: boolean): string {
  const { table, date } = options;
  const { word, next } = wordsOf(descending);
  return `
  select account_states.account_id, one.id, one.sort_key ${ofEach(`
    select id, ${date} as sort_key from ${table} where ${table}.account_id = account_states.account_id
      and ${date} ${descending ? '>=' : '<'} $2 and (${date}, id) ${next} ($3, $4)${andOf(options)}
    order by ${date} ${word}, id ${word} limit $5`)}`;
}

const ofAll = (options: SortedListOptions, columns: string, max: number): string => `
  select account_states.account_id, one.* ${ofEach(selectRange(options, 'account_states.account_id', columns, max))} limit ${max}`;

/** Like `selectTooMany`, of all the accounts together. */
export const selectTooManyKeys = (options: SortedListOptions, max: number): string => `
  select listed.id from (${ofAll(options, 'id', max + 1)}) listed offset ${max} limit 1`;

/** Like `selectSorted`, of all the accounts together; only keys. */
export const selectSortedKeys = (options: SortedListOptions, sort: Sort, max: number): string => `
  with listed as materialized (${ofAll(options, listedColumns(options, sort), max)}
  ) ${selectPageOfListed(options, sort, 'account_id, listed_id as id, sort_key')}`;

/** Rows by their accounts and ids, in lists of the same length. */
export const selectByKeys = ({ columns, table }: Pick<SortedListOptions, 'columns' | 'table'>): string => `
  select ${columns} from unnest($1::uuid[], $2::uuid[]) as listed (listed_account_id, listed_id)
    join ${table} on ${table}.account_id = listed_account_id and ${table}.id = listed_id
  where ${table}.account_id = any($1::uuid[])`;
