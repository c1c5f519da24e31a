import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../database/context.js';
import { readWitnessReport, type WitnessReport } from '../features/log/witness-report.js';
import { withTimeout } from '../platform/time/with-timeout.js';
import { cachedCheck } from './cached-check.js';

const timeoutMs = 2_000;

/** Who cosigns the transparency log, and forks that were seen. Omitted while the database does not respond. */
export function addWitnessGauges(registry: Registry, context: Context): void {
  let asking: Promise<WitnessReport> | undefined;
  const read = cachedCheck(async () => {
    // A pending query occupies a connection, so there is never a second one.
    asking ??= readWitnessReport(context).finally(() => (asking = undefined));
    const answered = asking;
    return withTimeout(timeoutMs, undefined, () => answered).catch(() => undefined);
  });
  // All processes of an installation read the same values.
  const shared = { registers: [registry], aggregator: 'max' as const };
  new Gauge({
    ...shared,
    name: 'regrove_log_cosignature_age_seconds',
    help: 'How long ago each witness of the transparency log has cosigned it',
    labelNames: ['witness'],
    async collect() {
      this.reset();
      for (const { name, ageSeconds } of (await read())?.witnesses ?? [])
        this.set({ witness: name }, ageSeconds);
    },
  });
  new Gauge({
    ...shared,
    name: 'regrove_log_forks',
    help: 'Signs that a transparency log has two histories: this one, or those that it cosigns',
    labelNames: ['log'],
    async collect() {
      const report = await read();
      this.reset();
      if (!report) return;
      this.set({ log: 'own' }, report.witnesses.filter(({ trouble }) => trouble === 'contradicts').length);
      this.set({ log: 'witnessed' }, report.forks.length);
    },
  });
}
