// A separate process, so that its memory is that of the log alone. Prints its measurements as JSON.
const part = (path) => import(new URL(`../../server/dist/${path}`, import.meta.url).href);
const { openInstance } = await part('database/instance.js');
const { readConfig } = await part('platform/config/config.js');
const { updateLog } = await part('features/log/update-log.js');
const { checkLog } = await part('installation/ledger/log-checks.js');
const { knownLog } = await part('installation/ledger/known-log.js');

const works = {
  enter: updateLog,
  check: async (context, pool) => {
    const known = await knownLog(context);
    const findings = await pool.snapshot((db) => checkLog(db, known));
    const wrong = findings.filter(({ violations }) => violations.length > 0);
    if (wrong.length > 0) throw new Error(JSON.stringify(wrong).slice(0, 2_000));
  },
};

const { context, pool, close } = await openInstance(readConfig(process.env));
const started = performance.now();
await works[process.argv[2]](context, pool);
const tookMs = performance.now() - started;
await close();
console.log(JSON.stringify({ tookMs, peakBytes: process.resourceUsage().maxRSS * 1024 }));
