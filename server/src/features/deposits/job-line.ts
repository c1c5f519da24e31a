import { decimal, type Decimal } from '../../platform/decimals.js';
import type { InvalidLine } from '../../platform/reason.js';
import type { JobFigures } from './deposit-job-store.js';

/** A line of a file of jobs. */
export interface JobLine {
  readonly line: number;
  /** The external id or id of its account; undefined: the account that the file is for. */
  readonly customer: string | undefined;
  readonly job: string;
  /** Undefined: the time of the import. */
  readonly date: Date | undefined;
  readonly pages: number;
  readonly width: Decimal;
  readonly length: Decimal;
  readonly gsm: number;
  /** The deposit that the line was exported from. */
  readonly exportedId?: string | undefined;
}

/** A file of jobs: what could be read, and what could not. */
export interface JobFile {
  readonly jobs: readonly JobLine[];
  readonly faults: readonly InvalidLine[];
}

/** Files and the API have times in whole seconds, also those of deposits that were made in between. */
const isSameSecond = (a: Date, b: Date): boolean =>
  Math.floor(a.getTime() / 1000) === Math.floor(b.getTime() / 1000);

/** Whether a line says what is booked. A line without a date says nothing about it. */
export const isSameJob = (line: JobLine, booked: JobFigures): boolean =>
  BigInt(line.pages) === BigInt(booked.pages) &&
  isEqual(line.width, booked.width) &&
  isEqual(line.length, booked.length) &&
  line.gsm === booked.gsm &&
  (line.date === undefined || isSameSecond(line.date, booked.date));

/** Mostly they are the same text, too. */
const isEqual = (a: Decimal, b: Decimal): boolean => a === b || decimal(a).eq(b);

export const faultOf = (
  { line }: Pick<JobLine, 'line'>,
  what: string,
  reason: NonNullable<InvalidLine['reason']>,
): InvalidLine => ({ line, what, reason });
