import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { insertPlainRows, fillCertificates } from './support/log-data.mjs';
import { compareWithFiles } from './support/log-tiles.mjs';
import { createProjects } from './support/members.mjs';
import { pageClient } from './support/page-client.mjs';
import { p99Alternating, timeAlternating } from './support/rounds.mjs';
import { count, megabytes, milliseconds, seconds } from './support/table.mjs';
import { vacuum } from './support/fill.mjs';

const maxEnteringMs = 60_000;
const maxBytes = 300e6;
const maxProofMs = 10;
/** So many proofs that the slowest hundredth is more than a few. */
const proofs = 1_000;
/** One address may ask for 600 proofs a minute; what is refused after that would not be measured. */
const sources = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];

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
  const tiles = await compareWithFiles(pool);
  await close();
  const proving = await measureProofs(installation, rows, sizes.turns);
  return resultsOf({ entries, more, entering, plainMs, checking, proving, tiles });
}

function resultsOf({ entries, more, entering, plainMs, checking, proving, tiles }) {
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
      ours: milliseconds(proving.oursMs),
      other: milliseconds(proving.otherMs),
      otherIs: 'a page that reads nothing',
      ratio: proving.ratio,
      bar: `under ${maxProofMs} ms`,
      holds: proving.oursMs < maxProofMs,
    },
    {
      what: 'the same, 99th percentile',
      ours: milliseconds(proving.oursP99Ms),
      other: milliseconds(proving.otherP99Ms),
      otherIs: 'a page that reads nothing, 99th percentile',
      ratio: proving.oursP99Ms / proving.otherP99Ms,
      bar: `under ${maxProofMs} ms`,
      holds: proving.oursP99Ms < maxProofMs,
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
      what: `writing ${count(tiles.count)} tiles to the database, ${tiles.batch} in a transaction`,
      ours: milliseconds(tiles.writeMs),
      other: milliseconds(tiles.fileWriteMs),
      otherIs: 'to files, synced as often',
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
  const clients = sources.map((address) => pageClient(server, address));
  // Connects them.
  for (const client of clients) await client.firstByteOfNothing();
  const [proving, idling] = [cycle(clients), cycle(clients)];
  const next = cycle(rows.map(({ id }) => `/certificates/${id}.tlog-proof`));
  const ours = () => proving().firstByte(next());
  const other = () => idling().firstByteOfNothing();
  const typical = await timeAlternating(ours, other, turns);
  const slowest = await p99Alternating(ours, other, proofs);
  for (const client of clients) client.close();
  await server.stop();
  return { ...typical, ...slowest };
}

function cycle(values) {
  let at = 0;
  return () => values[at++ % values.length];
}
