import { faults, type FaultName } from '../faults/failover-run.js';
import { describeTrouble } from './report.js';
import type { Incident } from './year.js';

/** The primary fails while customers work; they go on with the next one. */
export const failover = (fault: FaultName): Incident => ({
  name: `failover: ${fault}`,
  time: 'day',
  async happen(year) {
    const { cluster, customers, traffic } = year;
    const third = Math.ceil(customers.length / 3);
    await year.live(undefined, customers.slice(0, third));
    const timeline = await cluster.timeline();
    const during = year.live(undefined, customers.slice(third, 2 * third));
    const observed = traffic.observe();
    const mend = await faults[fault](cluster);
    await Promise.all([during, year.live(undefined, customers.slice(2 * third))]);
    const seen = observed();
    await mend();
    await cluster.isComplete();
    const now = await cluster.timeline();
    if (now <= timeline) year.problems.push(`${fault}: timeline ${now} follows ${timeline}`);
    return {
      clients: describeTrouble(seen),
      result: `writes after ${((seen.firstAcknowledgedMs ?? Infinity) / 1_000).toFixed(1)} s`,
    };
  },
});
