import { depositsPerAccount } from './support/close-data.mjs';
import { closeByStatement } from './support/close-statement.mjs';
import { databasesOf } from './support/databases.mjs';
import { filledMonth, isoMonth, lastMonth } from './support/filled-month.mjs';
import { issuedTotals, requireBalance } from './support/month-results.mjs';
import { median } from './support/rounds.mjs';
import { count, megabytes, microseconds, seconds } from './support/table.mjs';

const maxTimesTheStatement = 3;
const maxBytes = 300e6;
// Twice the accounts may take twice the time, plus a tenth, plus another tenth for other load on the machine.
const maxTimesPerAccount = 1.2;

/**
 * A month close by one process: compared with one SQL statement, with twice the data, and with two concurrent
 * processes.
 */
export async function measureMonthClose({ installation, sizes }) {
  const { accounts, rounds } = sizes.close;
  const databases = await databasesOf(installation);
  const month = lastMonth();
  const once = await filledMonth(databases, 'month_once', accounts, month);
  const twice = await filledMonth(databases, 'month_twice', 2 * accounts, month);
  const close = ({ settings }) => installation.run(['month', 'close', isoMonth(month)], settings);
  const works = {
    one: { source: once, work: close },
    statement: { source: once, work: (database) => runStatement(database, month) },
    two: { source: once, work: (database) => Promise.all([close(database), close(database)]) },
    twice: { source: twice, work: close },
  };

  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const inTurn = Object.entries(works);
    // Alternates the order from round to round.
    if (round % 2 === 1) inTurn.reverse();
    const results = {};
    for (const [name, { source, work }] of inTurn) {
      results[name] = await onCopy(databases, source, work, { isThorough: round === 0 });
    }
    requireSame(results);
    measured.push(results);
    const times = Object.entries(results).map(([name, { tookMs }]) => `${name} ${seconds(tookMs)}`);
    console.log(`  round ${round + 1}: ${times.join(', ')}`);
  }
  await databases.close();
  return resultsOf(measured, accounts);
}

function resultsOf(measured, accounts) {
  const time = (name) => median(measured.map((round) => round[name].tookMs));
  const ratio = (name, other) => median(measured.map((round) => round[name].tookMs / round[other].tookMs));
  const peak = (name) => Math.max(...measured.map((round) => round[name].peakBytes));
  const what = `month close, ${count(accounts)} accounts, ${count(accounts * depositsPerAccount)} deposits`;
  const toStatement = ratio('one', 'statement');
  const perAccount = ratio('twice', 'one') / 2;
  const toOne = ratio('two', 'one');
  return [
    {
      what,
      ours: seconds(time('one')),
      other: seconds(time('statement')),
      otherIs: 'one SQL statement',
      ratio: toStatement,
      bar: `up to ${maxTimesTheStatement}`,
      holds: toStatement <= maxTimesTheStatement,
    },
    {
      what: `${what}: memory of the process`,
      ours: megabytes(peak('one')),
      other: megabytes(peak('twice')),
      otherIs: 'twice the accounts',
      ratio: peak('one') / peak('twice'),
      bar: `both under ${megabytes(maxBytes)}`,
      holds: Math.max(peak('one'), peak('twice')) < maxBytes,
    },
    {
      what: `month close, ${count(2 * accounts)} accounts: time per account`,
      ours: microseconds(time('twice') / accounts / 2),
      other: microseconds(time('one') / accounts),
      otherIs: `${count(accounts)} accounts`,
      ratio: perAccount,
      bar: `the same (up to ${maxTimesPerAccount})`,
      holds: perAccount <= maxTimesPerAccount,
    },
    {
      what: `${what}: two processes at once`,
      ours: seconds(time('two')),
      other: seconds(time('one')),
      otherIs: 'one process',
      ratio: toOne,
      bar: 'under 1',
      holds: toOne < 1,
    },
  ];
}

async function onCopy(databases, source, work, { isThorough }) {
  const database = await databases.copy(source, `${source.name}_copy`);
  try {
    await databases.checkpoint();
    const started = performance.now();
    const peakBytes = await work(database);
    const tookMs = performance.now() - started;
    const issued = await database.use(async ({ pool }) => {
      if (isThorough) await requireBalance(pool);
      return issuedTotals(pool);
    });
    return { tookMs, peakBytes, issued };
  } finally {
    await database.drop();
  }
}

const runStatement = (database, month) => database.use(({ pool }) => closeByStatement(pool, month));

/** Every way of closing must issue the same. */
function requireSame({ one, two, statement }) {
  const [expected, ...others] = [statement, one, two].map(({ issued }) => JSON.stringify(issued));
  for (const other of others) {
    if (other !== expected) throw new Error(`The closes differ: ${other} instead of ${expected}`);
  }
}
