import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { insertPlainRows, fillCertificates } from './support/log-data.mjs';
import { compareWithFiles } from './support/log-tiles.mjs';
import { createProjects } from './support/members.mjs';
import { pageClient } from './support/page-client.mjs';
import { median, timeInTurns } from './support/rounds.mjs';
import { count, megabytes, milliseconds, seconds } from './support/table.mjs';
import { vacuum } from './support/fill.mjs';

const maxEnteringMs = 60_000;
const maxBytes = 300e6;
const maxProofMs = 10;
/** So many proofs that the slowest hundredth is more than a few. */
const proofs = 1_000;

/** The transparency log: entering the certificates of a month-end, proving one of them, and checking all of it. */
export async function measureLog({ installation, sizes }) {
  const { entries, more } = sizes.log;
  const { context, pool, close } = await installation.open();
  const { forestryId: projectId } = await createProjects(context, ' of the log');
  const fill = (certificates, before) =>
    fillCertificates(pool, { certificates, accounts: sizes.children, projectId, before });
  await fill(entries, new Date(Date.now() - 86_400_000));
  const filling = await run(installation, 'enter');
  console.log(`  entered the first ${count(entries)} in ${seconds(filling.tookMs)}`);
  await fill(more, new Date());
  await vacuum(pool);

  const entering = await run(installation, 'enter');
  const plainMs = await insertPlainRows(pool, { certificates: more });
  const checking = await run(installation, 'check');
  const { rows } = await pool.withClient((client) =>
    client.query('select id from biomass_certificates order by random() limit $1', [proofs]),
  );
  const selectMs = await timeOfSelects(pool, rows);
  const tiles = await compareWithFiles(pool);
  await close();
  const proving = await measureProofs(installation, rows, sizes.turns);
  return resultsOf({ entries, more, entering, plainMs, checking, proving, selectMs, tiles });
}

function resultsOf({ entries, more, entering, plainMs, checking, proving, selectMs, tiles }) {
  const what = `entering ${count(more)} certificates in a log of ${count(entries)}`;
  const total = entries + more;
  return [
    {
      what,
      ours: seconds(entering.tookMs),
      other: seconds(plainMs),
      otherIs: 'one INSERT of as many rows',
      ratio: entering.tookMs / plainMs,
      bar: `under ${maxEnteringMs / 1_000} s`,
      holds: entering.tookMs < maxEnteringMs,
    },
    {
      what: `${what}: memory of the process`,
      ours: megabytes(entering.peakBytes),
      other: megabytes(maxBytes),
      otherIs: 'what it may have',
      ratio: entering.peakBytes / maxBytes,
      bar: `under ${megabytes(maxBytes)}`,
      holds: entering.peakBytes < maxBytes,
    },
    {
      what: `GET /certificates/:id.tlog-proof, log of ${count(total)}`,
      ours: milliseconds(proving.medianMs),
      other: milliseconds(proving.emptyMs),
      otherIs: 'a page that reads nothing',
      ratio: proving.medianMs / proving.emptyMs,
      bar: `under ${maxProofMs} ms`,
      holds: proving.medianMs < maxProofMs,
    },
    {
      what: 'the same, 99th percentile',
      ours: milliseconds(proving.p99Ms),
      other: milliseconds(selectMs),
      otherIs: 'SELECT of one row by its id, median',
      ratio: proving.p99Ms / selectMs,
      bar: `under ${maxProofMs} ms`,
      holds: proving.p99Ms < maxProofMs,
    },
    {
      what: `doctor --ledger: the part about a log of ${count(total)}`,
      ours: seconds(checking.tookMs),
      other: seconds(entering.tookMs),
      otherIs: `entering ${count(more)}`,
      ratio: checking.tookMs / entering.tookMs,
      bar: 'none',
      holds: true,
    },
    {
      what: 'the same: memory of the process',
      ours: megabytes(checking.peakBytes),
      other: megabytes(entering.peakBytes),
      otherIs: `entering ${count(more)}`,
      ratio: checking.peakBytes / entering.peakBytes,
      bar: `under ${megabytes(maxBytes)}`,
      holds: checking.peakBytes < maxBytes,
    },
    {
      what: 'reading a tile from the database',
      ours: milliseconds(tiles.readMs),
      other: milliseconds(tiles.fileReadMs),
      otherIs: 'from a file',
      ratio: tiles.readMs / tiles.fileReadMs,
      bar: 'none',
      holds: true,
    },
    {
      what: `writing ${count(tiles.count)} tiles to the database`,
      ours: milliseconds(tiles.writeMs),
      other: milliseconds(tiles.fileWriteMs),
      otherIs: 'to files, each synced',
      ratio: tiles.writeMs / tiles.fileWriteMs,
      bar: 'none',
      holds: true,
    },
  ];
}

/** Does this in a process of its own. */
async function run(installation, work) {
  const script = fileURLToPath(new URL('support/log-process.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, work], {
    env: { ...process.env, ...installation.settings },
  });
  return JSON.parse(stdout);
}

async function measureProofs(installation, rows, turns) {
  const server = await installation.serve({}, '--no-jobs');
  const client = pageClient(server);
  const next = cycle(rows.map(({ id }) => `/certificates/${id}.tlog-proof`));
  const { oursMs, otherMs } = await timeInTurns(
    () => client.firstByte(next()),
    () => client.firstByte('/certificates/x'),
    turns,
  );
  const times = [];
  for (let proof = 0; proof < rows.length; proof++) {
    const started = performance.now();
    await client.firstByte(next());
    times.push(performance.now() - started);
  }
  client.close();
  await server.stop();
  const p99Ms = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)];
  return { medianMs: oursMs, emptyMs: otherMs, p99Ms };
}

async function timeOfSelects(pool, rows) {
  const times = [];
  for (const { id } of rows) {
    const started = performance.now();
    await pool.driver.query('select * from biomass_certificates where id = $1', [id]);
    times.push(performance.now() - started);
  }
  return median(times);
}

function cycle(values) {
  let at = 0;
  return () => values[at++ % values.length];
}
