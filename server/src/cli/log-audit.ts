import { createHash } from 'node:crypto';
import { readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { LogError, openLog, setSha256, type FetchResource, type OpenedCheckpoint } from '@regrove/verify';
import { replaceFile } from '../platform/atomic-files.js';
import type { Command } from './command.js';
import { describeFacts, pluralize, table, type CliEnvironment } from './command-line.js';
import { connectionErrorMessage } from './http-request.js';
import { logAddress, logReader } from './log-reader.js';
import { formatTrees, LogSums } from './log-sums.js';
import { readWebAddress } from './option-parsers.js';
import { addKeyOption } from './verifier-keys.js';

interface AuditOptions {
  readonly key?: readonly string[];
  readonly since?: string;
  readonly save?: string;
  readonly json?: boolean;
}

const maxKeyBytes = 1_000;
/** More keys than any log has used. */
const maxKeysBytes = 1_000 * maxKeyBytes;
/** A problem of the key rather than of the log. */
const ofKeys: ReadonlySet<string> = new Set(['unknown-key', 'malformed-key']);

export function addLogAuditCommand(log: Command, line: CliEnvironment): void {
  const command = log
    .command('audit')
    .description('read a whole log over HTTP, recompute it, and add up its certificates; needs no database')
    .example('log audit https://trees.example.com --save seen.checkpoint')
    .example('log audit https://trees.example.com --key VKEY --since seen.checkpoint')
    .argument('<url>', 'address of the installation, or of its /log', readWebAddress);
  addKeyOption(
    command,
    'key',
    1,
    'key of the log; default: all that it has used, read from its address and trusted',
  )
    .option('--since <file>', 'a checkpoint from before, whose entries must still be the same')
    .option('--save <file>', 'write the checkpoint to this file if all is well, for --since the next time')
    .option('--json', 'print one JSON value')
    .action((url: string, options: AuditOptions) => audit(line, url, options));
}

async function audit(line: CliEnvironment, url: string, options: AuditOptions): Promise<void> {
  // A million promises of Web Crypto take longer than the hashes.
  setSha256((bytes) => createHash('sha256').update(bytes).digest());
  const since = options.since === undefined ? undefined : await readNote(options.since);
  const address = logAddress(url);
  const fetchResource = await logReader(line.config(), address);
  const keys = options.key ?? (await publishedKeys(fetchResource));
  const sums = new LogSums();
  let opened: { checkpoint: OpenedCheckpoint; since: OpenedCheckpoint | undefined };
  try {
    const log = await openLog({ fetchResource, keys, since });
    opened = log;
    for await (const { entry, index } of log.entries()) sums.add(entry, index);
  } catch (error) {
    throw error instanceof LogError ? explained(error, options) : error;
  }
  const firstUse = options.key === undefined ? keys : [];
  line.out(
    options.json
      ? JSON.stringify({ ...toJson(opened.checkpoint, sums), keys_trusted_on_first_use: firstUse })
      : describe(opened, sums, { address, firstUse }),
  );
  if (sums.problemCount > 0) line.fail();
  else if (options.save !== undefined) await save(options.save, opened.checkpoint.text);
}

/** A file is replaced as a whole: if the disk is full, it still has the checkpoint from before. */
async function save(file: string, checkpoint: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() === false) await writeFile(file, checkpoint);
  else await replaceFile(found ? await realpath(file) : file, checkpoint);
}

/** All keys that the log has ever used, the newest first: a checkpoint from before has the signature of its time. */
async function publishedKeys(fetchResource: FetchResource): Promise<string[]> {
  const found = await fetchResource('keys', maxKeysBytes).catch((error: unknown) => {
    // A copy of a log may only have the newest one.
    if (error instanceof Error && error.message.endsWith('the server answers 404'))
      return fetchResource('key', maxKeyBytes);
    throw error;
  });
  return Buffer.from(found).toString().trim().split(/\s+/);
}

/** A note that was copied from a mail may have other line ends, or not the last one. */
async function readNote(file: string): Promise<Buffer> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Error(`${file} cannot be read: ${connectionErrorMessage(error)}`);
  });
  // Keeps every other byte, whether or not it is text.
  const text = bytes.toString('latin1').replaceAll('\r\n', '\n');
  return Buffer.from(text.endsWith('\n') ? text : `${text}\n`, 'latin1');
}

function explained(error: LogError, { key, since }: AuditOptions): Error {
  if (!ofKeys.has(error.code)) return new Error(`The log is not as it was signed: ${error.message}`);
  const hint =
    key === undefined && since !== undefined
      ? ' If the key was replaced since and the address does not have the former one, give both keys with --key.'
      : '';
  return new Error(`The checkpoint cannot be verified: ${error.message}.${hint}`);
}

function describe(
  { checkpoint, since }: { checkpoint: OpenedCheckpoint; since: OpenedCheckpoint | undefined },
  sums: LogSums,
  { address, firstUse }: { address: string; firstUse: readonly string[] },
): string {
  const { problems, problemCount, others } = sums;
  const { origin, size } = checkpoint;
  return [
    describeFacts([
      ['Log', `${origin}, read from ${address}`],
      ['Entries', `${size}, each as it was signed`],
      ['Root', Buffer.from(checkpoint.root).toString('base64')],
      ...firstUse.map(
        (key) => ['Key', `${key} (trusted on first use: it was read from the log itself)`] as const,
      ),
      ...(since ? [['Since', `the first ${since.size} entries are still the same`] as const] : []),
    ]),
    '',
    table(
      ['Month', 'Issued', 'Withdrawn', 'Net', 'Pages', 'Trees'],
      rowsOf(sums).map((row) => [row.month, row.issued, row.withdrawn, row.net, row.pages, row.trees]),
    ),
    ...(others.size === 0
      ? []
      : [
          '',
          table(
            ['Other entries', 'Number'],
            [...others].sort(([one], [other]) => (one < other ? -1 : 1)),
          ),
        ]),
    ...(problemCount === 0 ? [] : ['', `${pluralize(problemCount, 'problem')}:`, ...problems]),
  ].join('\n');
}

function rowsOf({ months }: LogSums) {
  const rows = [...months].sort(([one], [other]) => (one < other ? -1 : 1));
  const total = { issued: 0, withdrawn: 0, pages: 0n, trees: 0n };
  for (const [, sums] of rows) {
    total.issued += sums.issued;
    total.withdrawn += sums.withdrawn;
    total.pages += sums.pages;
    total.trees += sums.trees;
  }
  return [...rows, ['All', total] as const].map(([month, { issued, withdrawn, pages, trees }]) => ({
    month,
    issued,
    withdrawn,
    net: issued - withdrawn,
    pages: String(pages),
    trees: formatTrees(trees),
  }));
}

function toJson(checkpoint: OpenedCheckpoint, sums: LogSums): object {
  const rows = rowsOf(sums);
  return {
    origin: checkpoint.origin,
    size: checkpoint.size,
    root: Buffer.from(checkpoint.root).toString('base64'),
    months: rows.slice(0, -1),
    total: rows.at(-1),
    others: Object.fromEntries(sums.others),
    problems: sums.problems,
    problem_count: sums.problemCount,
  };
}
