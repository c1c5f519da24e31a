import { formatVerifierKey } from '@regrove/verify';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { dayMs } from '../../platform/time/durations.js';
import { readWitnesses, type WitnessTrouble } from './cosigning/log-witness-store.js';
import { readCosignedTrees } from './witnessing/cosigned-tree.js';
import { listForks, listWitnessedLogs, type Fork } from './witnessing/witnessed-log-store.js';

export interface ReportedWitness {
  readonly name: string;
  /** Since it cosigned last, or since it is known if it never did. */
  readonly ageSeconds: number;
  readonly isOverdue: boolean;
  readonly trouble: WitnessTrouble | null;
  readonly failure: string | null;
}

export interface WitnessReport {
  /** Those of the settings. */
  readonly witnesses: readonly ReportedWitness[];
  /** How many logs of others this installation cosigns. Undefined: it is no witness. */
  readonly witnessed: number | undefined;
  /** The names of those of which it is not known any more what was cosigned. */
  readonly forgotten: readonly string[];
  /** Of these logs. */
  readonly forks: readonly Fork[];
}

/** What the operator has to know about witnesses, and as one. */
export async function readWitnessReport({ db, clock, transparency }: Context): Promise<WitnessReport> {
  const { witnesses, witnessedLogs } = transparency;
  const states = await readWitnesses(
    db,
    witnesses.map(({ key }) => formatVerifierKey(key)),
  );
  const now = clock().getTime();
  const origins = [...new Set((witnessedLogs ?? []).map(({ name }) => name))];
  return {
    witnesses: witnesses.map(({ key }) => {
      const state = states.find((one) => one.key === formatVerifierKey(key));
      const { trouble = null, failure = null } = state ?? {};
      const ageMs = Math.max(0, now - (state?.cosignedAt ?? state?.addedAt ?? new Date(now)).getTime());
      return { name: key.name, ageSeconds: ageMs / 1_000, isOverdue: ageMs > dayMs, trouble, failure };
    }),
    witnessed: witnessedLogs && origins.length,
    forgotten: await forgottenLogs(db, transparency.cosignedTreesPath, origins),
    forks: await listForks(db, origins),
  };
}

async function forgottenLogs(
  db: Database,
  directory: string,
  origins: readonly string[],
): Promise<readonly string[]> {
  const known = new Set((await readCosignedTrees(directory, origins)).map(({ origin }) => origin));
  const stored = (await listWitnessedLogs(db)).map(({ origin }) => origin);
  return stored.filter((origin) => origins.includes(origin) && !known.has(origin));
}
