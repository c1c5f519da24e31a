import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../database/context.js';
import { isLogHalted } from '../features/log/log-delay.js';
import { readWitnessReport, type WitnessReport } from '../features/log/witness-report.js';
import { withTimeout } from '../platform/time/with-timeout.js';
import { cachedCheck } from './cached-check.js';

const timeoutMs = 2_000;

interface LogReport extends WitnessReport {
  readonly isHalted: boolean;
}

async function readLogReport(context: Context): Promise<LogReport> {
  const [report, isHalted] = await Promise.all([
    readWitnessReport(context),
    isLogHalted(context.db, context.clock()),
  ]);
  return { ...report, isHalted };
}

/** Whether the transparency log is entered and signed, who cosigns it, and forks that were seen. Omitted while the database does not respond. */
export function addTransparencyLogGauges(registry: Registry, context: Context): void {
  let asking: Promise<LogReport> | undefined;
  const read = cachedCheck(async () => {
    // A pending query occupies a connection, so there is never a second one.
    asking ??= readLogReport(context).finally(() => (asking = undefined));
    const answered = asking;
    return withTimeout(timeoutMs, undefined, () => answered).catch(() => undefined);
  });
  // All processes of an installation read the same values.
  const shared = { registers: [registry], aggregator: 'max' as const };
  new Gauge({
    ...shared,
    name: 'regrove_log_halted',
    help: '1 while certificates and credits are not entered in the transparency log, or it is not signed',
    async collect() {
      const report = await read();
      // A reset would set it to 0.
      this.remove();
      if (report) this.set(Number(report.isHalted));
    },
  });
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
