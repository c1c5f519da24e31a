import { formatVerifierKey } from '@regrove/verify';
import type { Context } from '../../database/context.js';
import { dayMs } from '../../platform/time/durations.js';
import { readWitnesses, type Trouble } from './cosigning/log-witness-store.js';
import { listForks, type Fork } from './witnessing/witnessed-log-store.js';

export interface ReportedWitness {
  readonly name: string;
  /** Since it cosigned last, or since it is known if it never did. */
  readonly ageSeconds: number;
  readonly isOverdue: boolean;
  readonly trouble: Trouble | null;
  readonly failure: string | null;
}

export interface WitnessReport {
  /** Those of the settings. */
  readonly witnesses: readonly ReportedWitness[];
  /** How many logs of others this installation cosigns. Undefined: it is no witness. */
  readonly witnessed: number | undefined;
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
    forks: await listForks(db, origins),
  };
}
