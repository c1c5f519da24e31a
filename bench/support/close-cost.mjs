import { clearInterval, setInterval } from 'node:timers';
import { isoMonth } from './filled-month.mjs';
import { endedCommandsMs, processorMs } from './processor-time.mjs';
import { count, seconds } from './table.mjs';

const reportEveryMs = 60_000;

/** Time and processor time of a close per account, by one process, without those of its start. */
export async function measureClose(databases, installation, { accounts, database, month }) {
  const run = (period) => installation.run(['month', 'close', isoMonth(period)], database.settings);
  // There is nothing to close in the month before.
  const start = await costOf(databases, () => run(monthBefore(month)));
  await databases.checkpoint();
  return database.use(async ({ pool }) => {
    const started = performance.now();
    const timer = setInterval(() => void reportProgress(pool, accounts, started), reportEveryMs);
    const whole = await costOf(databases, () => run(month)).finally(() => clearInterval(timer));
    const [ms, usedMs] = [whole.ms - start.ms, whole.processorMs - start.processorMs];
    console.log(`  closed ${count(accounts)} accounts in ${seconds(ms)}, processor ${seconds(usedMs)}`);
    return { ms: ms / accounts, processorMs: usedMs / accounts };
  });
}

const monthBefore = (month) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - 1, 1));

/** Of a command that ends. */
async function costOf(databases, work) {
  const used = () => endedCommandsMs() + processorMs(databases.postmasterPid);
  const [started, before] = [performance.now(), used()];
  await work();
  return { ms: performance.now() - started, processorMs: used() - before };
}

async function reportProgress(pool, accounts, started) {
  const { rows } = await pool.withClient((client) =>
    client.query('select count(*)::int as settled from settlements where settled_at is not null'),
  );
  console.log(
    `  closing: ${count(rows[0].settled)} of ${count(accounts)} accounts after ${seconds(performance.now() - started)}`,
  );
}
