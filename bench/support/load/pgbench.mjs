import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const clients = 16;
/** Every run has its own ids. */
let runs = 0;

/** Transactions per second. For each transaction, each client picks one of the scripts at random. */
export async function runPgbench({ host, port, user, database }, scripts, seconds) {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-pgbench-'));
  try {
    const files = await Promise.all(
      scripts.map(async (text, number) => {
        const file = join(folder, `${number}.sql`);
        await writeFile(file, text);
        return ['--file', file];
      }),
    );
    const { stdout } = await promisify(execFile)(
      'pgbench',
      [
        [
          '--protocol',
          'prepared',
          '--no-vacuum',
          '--client',
          clients,
          '--jobs',
          '2',
          '--time',
          Math.ceil(seconds),
        ],
        ['--host', host, '--port', port, '--username', user, '--define', `serial=${++runs * 1e8}`],
        ...files,
        [database],
      ]
        .flat()
        .map(String),
      { maxBuffer: 2 ** 26 },
    );
    const [, rate] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
    const [, failed] = /number of failed transactions: (\d+)/.exec(stdout) ?? [];
    if (rate === undefined || Number(failed ?? 0) > 0) throw new Error(`pgbench failed:\n${stdout}`);
    return Number(rate);
  } finally {
    await rm(folder, { recursive: true });
  }
}
