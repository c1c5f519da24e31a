/** What a line of a file of jobs may say. */
export const jobFields = [
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
] as const;

export type JobField = (typeof jobFields)[number];

/** Fields whose values are numbers. All others are text. */
export const numberFields = [
  'sheets',
  'width',
  'length',
  'gsm',
  'weight',
] as const satisfies readonly JobField[];

/** Files that the dashboard exports have two more: the deposit of a line, and its feed, which an import does not need. */
export const exportFields = ['id', 'feed_id'] as const;

/** A line as text, by field. */
export interface JobTexts {
  readonly line: number;
  /** Fields whose numbers may be thousands or decimals. */
  readonly ambiguous?: readonly string[];
  readonly texts: Readonly<Partial<Record<JobField | (typeof exportFields)[number], string>>>;
}

export const isJobField = (name: string): name is JobField => (jobFields as readonly string[]).includes(name);

/** What deposits call them in the API, the second one in revision 1.6.3. */
export const otherNames: ReadonlyMap<string, JobField> = new Map([
  ['pages', 'sheets'],
  ['density', 'gsm'],
]);

/** As many lines as a file may have. */
export const maxJobLines = 10_000;

/** Enough for as many lines, in JSON, with long names. */
export const maxJobFileBytes = 8_388_608;
