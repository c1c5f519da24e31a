import type { Instance } from '../database/instance.js';
import { pendingMigrations } from '../database/migrate.js';
import {
  readWitnessReport,
  type ReportedWitness,
  type WitnessReport,
} from '../features/log/witness-report.js';
import { pluralize } from './pluralize.js';

const shownForks = 5;

/** Whether others cosign the transparency log, and what this installation has seen as a witness. */
export async function checkWitnesses({ context, pool }: Instance): Promise<string> {
  if ((await pendingMigrations(pool)).length > 0) return 'unknown until the schema is up to date';
  const report = await readWitnessReport(context);
  const { witnesses, witnessed } = report;
  const problems = [...describeForks(report), ...witnesses.flatMap(problemOf)];
  if (problems.length > 0) throw new Error(problems.join('; '));
  const names = witnesses.map(({ name }) => name).join(', ');
  return [
    names === '' ? 'none cosigns the log' : `the log is cosigned by ${names}`,
    ...(witnessed === undefined ? [] : [`this one cosigns ${pluralize(witnessed, 'log')} of others`]),
  ].join('; ');
}

function describeForks({ forks }: WitnessReport): string[] {
  if (forks.length === 0) return [];
  const shown = forks.slice(0, shownForks).map(({ origin, size }) => `${origin} at ${size} entries`);
  const more = forks.length > shownForks ? ', ...' : '';
  return [
    `FORK: signed two different logs of the same size: ${shown.join(', ')}${more} (the table witnessed_forks has the signed notes)`,
  ];
}

function problemOf({ name, trouble, failure, isOverdue }: ReportedWitness): string[] {
  if (trouble === 'contradicts') return [`FORK? ${name} knows another log than this one: ${failure ?? ''}`];
  if (isOverdue)
    return [`${name} has not cosigned for a day: ${failure ?? 'it was not asked, as no worker is running'}`];
  return trouble === 'refused' ? [`${name} refuses to cosign: ${failure ?? ''}`] : [];
}
