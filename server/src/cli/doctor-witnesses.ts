import type { Instance } from '../database/instance.js';
import { pendingMigrations } from '../database/migrate.js';
import {
  readWitnessReport,
  type ReportedWitness,
  type WitnessReport,
} from '../features/log/witness-report.js';
import type { Advice } from './doctor-advice.js';
import { failure, success, type Finding } from './doctor-finding.js';
import { pluralize } from './pluralize.js';

const shownForks = 5;

/** Whether others cosign the transparency log, and what this installation has seen as a witness. */
export async function checkWitnesses({ context, pool }: Instance, advice: Advice): Promise<Finding[]> {
  if ((await pendingMigrations(pool)).length > 0) return [success('unknown until the schema is up to date')];
  const report = await readWitnessReport(context);
  const { witnesses, witnessed, forgotten } = report;
  const problems = [
    ...describeForks(report, advice),
    ...witnesses.flatMap((witness) => problemOf(witness, advice)),
  ];
  if (problems.length > 0) return problems;
  const names = witnesses.map(({ name }) => name).join(', ');
  const found = [
    names === '' ? 'none cosigns the log' : `the log is cosigned by ${names}`,
    ...(witnessed === undefined ? [] : [`this one cosigns ${pluralize(witnessed, 'log')} of others`]),
    // Perhaps this is not the data directory of a server.
    ...(forgotten.length === 0
      ? []
      : [
          `what it has cosigned of ${forgotten.join(', ')} is not known here, so a server with this data directory refuses`,
        ]),
  ];
  return [success(found.join('; '))];
}

function describeForks({ forks }: WitnessReport, advice: Advice): Finding[] {
  if (forks.length === 0) return [];
  const shown = forks.slice(0, shownForks).map(({ origin, size }) => `${origin} at ${size} entries`);
  const more = forks.length > shownForks ? ', ...' : '';
  return [
    failure(
      `FORK: signed two different logs of the same size: ${shown.join(', ')}${more}`,
      advice.forkOfOthers,
    ),
  ];
}

function problemOf({ name, trouble, failure: why, isOverdue }: ReportedWitness, advice: Advice): Finding[] {
  if (trouble === 'contradicts')
    return [failure(`FORK? ${name} knows another log than this one: ${why ?? ''}`, advice.ownFork)];
  if (isOverdue)
    return why === null
      ? [
          failure(
            `${name} has not cosigned for a day: it was not asked, as no worker is running`,
            advice.logWaits,
          ),
        ]
      : [
          failure(
            `${name} has not cosigned for a day: ${why}`,
            trouble === 'refused' ? advice.witnessRefuses : advice.witnessSilent,
          ),
        ];
  return trouble === 'refused'
    ? [failure(`${name} refuses to cosign: ${why ?? ''}`, advice.witnessRefuses)]
    : [];
}
