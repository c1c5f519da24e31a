import { Type, type Static } from '@sinclair/typebox';
import type { UserLine } from '../features/users/import-users.js';
import { invalid } from '../platform/errors.js';
import { mapInBatches } from '../platform/limits/batches.js';
import type { InvalidLine } from '../platform/reason.js';
import { readCsvTable, type CsvLine } from '../platform/text/csv-table.js';
import { Line } from './fields.js';
import { faultOfLine } from './file-lines.js';
import { NewUser } from './user.js';
import { compileSchema } from './validation.js';

/** As many invitations as a root account and all accounts below it may send in a day. */
export const maxUserLines = 500;
const batchSize = 100;

const Columns = Type.Object({ ...NewUser.properties, account: Type.Optional(Line(255)) });

const fits = compileSchema(Columns);

/** The users in a file and the lines that are none. */
export interface UserFileLines {
  readonly lines: readonly UserLine[];
  readonly faults: readonly InvalidLine[];
}

/** Reads a file of users, and validates each line like a request to the API. */
export async function readUserFile(csv: string): Promise<UserFileLines> {
  const columns = {
    required: ['email'],
    optional: ['full_name', 'locale', 'permission', 'account'],
    takesSemicolons: true,
  } as const;
  const table = await readCsvTable(csv, columns, maxUserLines);
  if (table.lines.length + table.faults.length === 0)
    throw invalid('The file has no users, only a header', { code: 'file-only-header' });
  const checked = await mapInBatches(table.lines, batchSize, check);
  return {
    lines: checked.filter((line) => 'input' in line),
    faults: [...table.faults, ...checked.filter((line) => 'what' in line)],
  };
}

type FileLine = CsvLine<'email', 'full_name' | 'locale' | 'permission' | 'account'>;

function check({ line, ...texts }: FileLine): UserLine | InvalidLine {
  const given = Object.entries(texts).filter(([, text]) => text !== '');
  const body: unknown = Object.fromEntries(given.map(([name, text]) => [name, withoutApostrophe(text)]));
  if (!fits(body)) {
    const { error, reason } = faultOfLine(fits.errors ?? [], texts);
    return { line, what: error, ...(reason && { reason }) };
  }
  const { email, full_name: fullName, locale, permission, account } = body as Static<typeof Columns>;
  return { line, input: { email, fullName, locale, permission }, account };
}

/** Spreadsheets, and files that Regrove writes, have an apostrophe before text that would be a formula. */
const withoutApostrophe = (text: string): string => text.replace(/^'(?=[=+\-@])/, '');
