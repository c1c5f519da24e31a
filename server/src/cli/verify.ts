import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  formatVerifierKey,
  parseVerifierKey,
  readCertificateFile,
  verifyProof,
  type VerifierKey,
} from '@regrove/verify';
import { existingLogKey } from '../platform/secrets/existing-log-key.js';
import type { CommandLine } from './command-line.js';
import { reasonOf } from './http-exchange.js';
import { addKeyOption } from './verifier-keys.js';
import { describeVerification, problemsOf, type Verification } from './verification.js';

interface VerifyOptions {
  readonly key?: readonly string[];
  readonly witness?: readonly string[];
  readonly name?: string;
  readonly json?: boolean;
}

/** What is read of a file at most: the verifier refuses longer ones. */
const maxFileBytes = 33 * 1024 * 1024;

export function addVerifyCommand(program: Command, line: CommandLine): void {
  const command = program
    .command('verify')
    .description(
      'verify certificates (PDF) or proofs (.tlog-proof) with the transparency log, offline and without a database',
    )
    .argument('<files...>', 'PDFs of certificates, or proofs');
  addKeyOption(
    command,
    'key',
    1,
    'key of the log (see /log/key); default: that of the installation in the data directory',
  );
  addKeyOption(command, 'witness', 4, 'key of a witness that must have cosigned')
    .option('--name <name>', 'also check that the certificate was issued to this name')
    .option('--json', 'print one JSON value')
    .action((files: string[], options: VerifyOptions) => verify(line, files, options));
}

async function verify(line: CommandLine, files: readonly string[], options: VerifyOptions): Promise<void> {
  const keys = await keysFor(line, options);
  const witnesses = await Promise.all((options.witness ?? []).map(parseVerifierKey));
  const found: Verification[] = [];
  for (const file of files) found.push(await verifyFile(file, keys, witnesses, options.name));
  line.out(options.json ? JSON.stringify(found.map(toJson)) : found.map(describeVerification).join('\n\n'));
  if (found.some((one) => problemsOf(one).length > 0)) line.fail();
}

async function keysFor(line: CommandLine, { key }: VerifyOptions): Promise<VerifierKey[]> {
  if (key) return Promise.all(key.map(parseVerifierKey));
  const own = await existingLogKey(line.config());
  return own ? [own] : [];
}

async function verifyFile(
  file: string,
  keys: readonly VerifierKey[],
  witnesses: readonly VerifierKey[],
  name: string | undefined,
): Promise<Verification> {
  const asked = { file, keys, witnesses, name };
  try {
    const bytes = await readBounded(file);
    const parts = await readCertificateFile(bytes);
    // A file that is no PDF is taken for a proof.
    const isPdf = parts.proof !== bytes;
    return { ...asked, isPdf, result: await verifyProof({ ...parts, keys, witnesses, name }) };
  } catch (error) {
    return { ...asked, isPdf: false, unreadable: reasonOf(error) };
  }
}

async function readBounded(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    if ((await handle.stat()).size > maxFileBytes) throw new Error('It is too large for a certificate');
    return new Uint8Array(await handle.readFile());
  } finally {
    await handle.close();
  }
}

const toJson = (one: Verification): object => ({
  file: one.file,
  verified: problemsOf(one).length === 0,
  problems: problemsOf(one),
  keys: one.keys.map(formatVerifierKey),
  ...(one.result && {
    ...one.result,
    checkpoint: one.result.checkpoint && {
      ...one.result.checkpoint,
      root: Buffer.from(one.result.checkpoint.root).toString('base64'),
    },
  }),
});
