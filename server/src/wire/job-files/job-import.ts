import { Type, type Static } from '@sinclair/typebox';
import type { JobFile as JobFileLines } from '../../features/deposits/job-line.js';
import type { ImportedJobs as Imported, ImportOptions } from '../../features/deposits/import-print-jobs.js';
import { badLines } from '../../features/deposits/refuse-job-file.js';
import { invalid } from '../../platform/errors.js';
import { Body, Count, Field, OneOf, Optional } from '../fields.js';
import { checkJobTexts } from './check-job.js';
import { readJobCsv } from './read-job-csv.js';
import { readJobLines } from './read-job-lines.js';

export const JobFile = Body('JobFile', {
  csv: Field('The file as CSV. Either this or `jsonl` is required.', Optional(Type.String())),
  jsonl: Field('The file as JSON Lines: an object on each line.', Optional(Type.String())),
});

const flag = (description: string) =>
  Type.Optional(Type.Unsafe<'true' | 'false'>({ ...OneOf(['true', 'false']), description }));

export const JobImportQuery = Type.Object({
  create_customers: flag('`true` creates accounts for external ids that are not known'),
  partial: flag('`true` takes the good lines of a file that has bad ones, too'),
});

export const importOptionsOf = (query: Static<typeof JobImportQuery>): ImportOptions => ({
  createCustomers: query.create_customers === 'true',
  partial: query.partial === 'true',
});

export const BadLine = Type.Object(
  {
    line: Field('Its number in the file, from 1.', Count),
    message: Field('What is wrong with it.', Type.String()),
  },
  { title: 'BadLine' },
);

export const ImportedJobs = Type.Object(
  {
    created: Field('Jobs that became deposits.', Count),
    unchanged: Field('Jobs that were booked already with the same figures.', Count),
    customers_created: Field('Accounts that were created.', Count),
    errors: Field('The lines that were not taken.', Type.Array(BadLine)),
  },
  { title: 'ImportedJobs' },
);

/** The answer to a file that was not taken because of its lines. Other refusals have only `code` and `error`. */
export const RefusedJobs = Type.Object(
  {
    code: Field('The status, 400.', Count),
    error: Field('What is wrong with the first lines.', Type.String()),
    ...Type.Partial(ImportedJobs).properties,
  },
  { title: 'RefusedJobs' },
);

/** Reads a file of jobs, and checks each line by itself. */
export async function readJobFile({ csv, jsonl }: Static<typeof JobFile>, now: Date): Promise<JobFileLines> {
  if ((csv == null) === (jsonl == null))
    throw invalid('csv or jsonl is required: the body must be a file of jobs, as CSV or JSON Lines', {
      code: 'file-empty',
      params: { columns: 'job' },
    });
  return checkJobTexts(csv == null ? await readJobLines(jsonl ?? '') : await readJobCsv(csv), now);
}

export const presentImportedJobs = ({
  created,
  unchanged,
  customersCreated,
  faults,
}: Imported): Static<typeof ImportedJobs> => ({
  created: created.length,
  unchanged,
  customers_created: customersCreated,
  errors: badLines(faults),
});
