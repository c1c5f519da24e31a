import type { DepositPreview } from '../../api/wire.js';

/** The fields of a line, in the order of the API's description. */
export const importFields = [
  'customer',
  'job',
  'date',
  'sheets',
  'size',
  'width',
  'length',
  'gsm',
  'weight',
  'unit',
] as const satisfies readonly (keyof DepositPreview['columns'])[];

export type ImportField = (typeof importFields)[number];
export type ImportColumns = DepositPreview['columns'];

/** A value that a person has put in place of one in the file. */
export interface Correction {
  readonly line: number;
  readonly field: ImportField;
  readonly value: string;
}

/** What a person has chosen for a file. */
export interface ImportChoices {
  /** Undefined: the server recognizes columns by their headings. */
  readonly columns: ImportColumns | undefined;
  readonly corrections: readonly Correction[];
  readonly createsCustomers: boolean;
  /** Counts the changes: the same file with other choices is another request. */
  readonly version: number;
}

export const noChoices: ImportChoices = {
  columns: undefined,
  corrections: [],
  createsCustomers: false,
  version: 0,
};

/** The latest value of a field counts. */
export const withCorrection = (choices: ImportChoices, made: Correction): ImportChoices => ({
  ...choices,
  corrections: [
    ...choices.corrections.filter(({ line, field }) => line !== made.line || field !== made.field),
    made,
  ],
});
