import { Type, type Static } from '@sinclair/typebox';
import type { UserLine } from '../features/users/import-users.js';
import { invalid } from '../platform/errors.js';
import { mapInBatches } from '../platform/limits/batches.js';
import type { InvalidLine } from '../platform/reason.js';
import { readCsvTable, type CsvLine } from '../platform/text/csv-table.js';
import { SingleLineText } from './fields.js';
import { columnChecker } from './file-lines.js';
import { NewUser } from './user.js';

/** As many invitations as a root account and all accounts below it may send in a day. */
export const maxUserLines = 500;
const batchSize = 100;

const Columns = Type.Object({ ...NewUser.properties, account: Type.Optional(SingleLineText(255)) });

const faultsOf = columnChecker(Columns);

/** The lines of a file, and what is wrong with those that could not be read. */
export interface UserFileLines {
  readonly lines: readonly UserLine[];
  readonly faults: readonly InvalidLine[];
}

export const userColumns = {
  required: ['email'],
  optional: ['full_name', 'locale', 'permission', 'account'],
  takesSemicolons: true,
} as const;

/** Reads a file of users, and validates each line like a request to the API. */
export async function readUserFile(csv: string): Promise<UserFileLines> {
  const table = await readCsvTable(csv, userColumns, maxUserLines);
  if (table.lines.length + table.faults.length === 0)
    throw invalid('The file has no users, only a header', { code: 'file-only-header' });
  return { lines: await mapInBatches(table.lines, batchSize, check), faults: table.faults };
}

type FileLine = CsvLine<'email', 'full_name' | 'locale' | 'permission' | 'account'>;

function check({ line, ...texts }: FileLine): UserLine {
  const given = Object.entries(texts).filter(([, text]) => text !== '');
  const body: unknown = Object.fromEntries(given.map(([name, text]) => [name, withoutApostrophe(text)]));
  const faults = faultsOf(body, texts).map((fault) => ({ line, ...fault }));
  const { email, full_name: fullName, locale, permission, account } = body as Static<typeof Columns>;
  return { line, input: { email, fullName, locale, permission }, account, faults };
}

/** Spreadsheets, and files that Regrove writes, have an apostrophe before text that would be a formula. */
const withoutApostrophe = (text: string): string => text.replace(/^'(?=[=+\-@])/, '');
