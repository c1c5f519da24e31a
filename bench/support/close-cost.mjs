import { clearInterval, setInterval } from 'node:timers';
import { isoMonth } from './filled-month.mjs';
import { endedCommandsMs, processorMs } from './processor-time.mjs';
import { count, seconds } from './table.mjs';

const reportEveryMs = 60_000;

/** Time and processor time of a close per account, by one process; its start is included. */
export async function measureClose(databases, installation, { accounts, database, month }) {
  await databases.checkpoint();
  return database.use(async ({ pool }) => {
    const started = performance.now();
    const used = () => endedCommandsMs() + processorMs(databases.postmasterPid);
    const before = used();
    const timer = setInterval(() => void reportProgress(pool, accounts, started), reportEveryMs);
    try {
      await installation.run(['month', 'close', isoMonth(month)], database.settings);
    } finally {
      clearInterval(timer);
    }
    const tookMs = performance.now() - started;
    const usedMs = used() - before;
    console.log(`  closed ${count(accounts)} accounts in ${seconds(tookMs)}, processor ${seconds(usedMs)}`);
    return { ms: tookMs / accounts, processorMs: usedMs / accounts };
  });
}

async function reportProgress(pool, accounts, started) {
  const { rows } = await pool.withClient((client) =>
    client.query('select count(*)::int as settled from settlements where settled_at is not null'),
  );
  console.log(
    `  closing: ${count(rows[0].settled)} of ${count(accounts)} accounts after ${seconds(performance.now() - started)}`,
  );
}
