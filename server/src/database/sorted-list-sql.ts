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
}

interface Sort {
  readonly sql: string;
  readonly type: string;
  readonly descending: boolean;
}

const wordsOf = (descending: boolean) =>
  descending ? { word: 'desc', next: '<' } : { word: 'asc', next: '>' };

/** A page by date within a range. After the account, it takes `rangePageValues` or `oldestInRangeValues`. */
export function selectInOrder(
  { columns, table, scope }: SortedListOptions,
  date: string,
  descending: boolean,
): string {
  const { word, next } = wordsOf(descending);
  return `
  select ${columns}, ${table}.${date} as sort_key from ${table}
  where ${scope} = $1 and ${date} ${descending ? '>=' : '<'} $2 and (${date}, id) ${next} ($3, $4)
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
export const selectTooMany = ({ table, scope, date }: SortedListOptions, max: number): string => `
  select id from ${table} where ${scope} = $1 and ${date} >= $2 and ${date} < $3
  order by ${date} desc, id desc offset ${max} limit 1`;

/**
 * A page of the range in any order. After the account, it takes the range, the key of the page (null for the first one), the
 * limit, and a value for each filter. Only keys are sorted; the other columns are read for the rows of the page.
 */
export function selectSorted(options: SortedListOptions, sort: Sort, max: number): string {
  const { columns, table, scope, date } = options;
  const { word, next } = wordsOf(sort.descending);
  const filters = Object.entries(options.filters).map(([column, type], index) => {
    const value = `$${7 + index}::${type}`;
    return ` and (${value} is null or ${column} = ${value})`;
  });
  const filtered = Object.keys(options.filters).map((column) => `, ${column}`);
  return `
  with listed as materialized (
    select id as listed_id, ${sort.sql} as sort_key${filtered.join('')} from ${table}
    where ${scope} = $1 and ${date} >= $2 and ${date} < $3 order by ${date} desc, id desc limit ${max}
  ), page as (
    select listed_id, sort_key from listed
    where ($4::${sort.type} is null or (sort_key, listed_id) ${next} ($4::${sort.type}, $5::uuid))${filters.join('')}
    order by sort_key ${word}, listed_id ${word} limit $6
  )
  select ${columns}, page.sort_key from page join ${table} on ${table}.${scope} = $1 and ${table}.id = page.listed_id
  order by page.sort_key ${word}, page.listed_id ${word}`;
}
