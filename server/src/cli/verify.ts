import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { formatVerifierKey, parseVerifierKey, readCertificateFile, verifyProof } from '@regrove/verify';
import { sortUsedKeys } from '../features/log/former-keys.js';
import { readKnownKeys } from '../features/log/known-keys.js';
import { existingLogKey } from '../platform/secrets/existing-log-key.js';
import { knownKeysFile } from '../platform/secrets/log-key.js';
import type { Command } from './command.js';
import { rejectIf, type CliEnvironment } from './command-line.js';
import { connectionErrorMessage } from './http-request.js';
import { addKeyOption, problemOfKey } from './verifier-keys.js';
import { describeVerification } from './verification.js';
import { problemsOf, type Verification } from './verification-problems.js';

interface VerifyOptions {
  readonly key?: readonly string[];
  readonly witness?: readonly string[];
  readonly name?: string;
  readonly entry?: string;
  readonly json?: boolean;
}

/** What is read of a file at most: the verifier refuses longer ones. */
const maxFileBytes = 33 * 1024 * 1024;

export function addVerifyCommand(program: Command, line: CliEnvironment): void {
  const command = program
    .command('verify')
    .description(
      'verify certificates (PDF) or proofs (.tlog-proof) with the transparency log, offline and without a database',
    )
    .example('verify certificate.pdf')
    .example('verify certificate.pdf --key VKEY --name "Corner Bakery"')
    .argument(
      '<files...>',
      'PDFs of certificates, or proofs; after --witness, also keys of further witnesses',
    );
  addKeyOption(
    command,
    'key',
    1,
    'key of the log (see /log/key); default: those of the installation in the data directory',
  );
  addKeyOption(command, 'witness', 4, 'key of a witness that must have cosigned; further ones may follow it')
    .option('--name <name>', 'also check that the certificate was issued to this name')
    .option('--entry <file>', 'entry of the log, for a proof that is not in a PDF')
    .option('--json', 'print one JSON value')
    .action((given: string[], options: VerifyOptions) => verify(line, given, options));
  // An option that takes any number of values would take the files, too.
  command.hook('preAction', async (_, given) => {
    for (const text of furtherWitnesses(given.args, given.opts())) {
      const problem = await problemOfKey(text, 4);
      if (problem !== undefined) given.error(`error: '${text}' is not a witness: ${problem}.`);
    }
  });
  rejectIf(command, (given) => {
    const options = given.opts<VerifyOptions>();
    const fileCount = given.args.length - furtherWitnesses(given.args, options).length;
    if (fileCount === 0) return "missing required argument 'files': all that was given are witnesses";
    return options.entry !== undefined && fileCount > 1
      ? "option '--entry <file>' is for one proof: verify several one by one"
      : undefined;
  });
}

/** What follows `--witness VKEY` and looks like a verifier key is one more. */
const furtherWitnesses = (given: readonly string[], { witness }: VerifyOptions): readonly string[] =>
  witness ? given.filter((text) => /^[^+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*\s*$/.test(text)) : [];

async function verify(line: CliEnvironment, given: readonly string[], options: VerifyOptions): Promise<void> {
  const known = await keysFor(line, options);
  const further = furtherWitnesses(given, options);
  const witnesses = await Promise.all(
    [...(options.witness ?? []), ...further].map((text) => parseVerifierKey(text.trim())),
  );
  const entry = options.entry === undefined ? undefined : await readGiven(options.entry);
  const found: Verification[] = [];
  for (const file of given.filter((one) => !further.includes(one)))
    found.push(await verifyFile(file, { ...known, witnesses, name: options.name }, entry));
  line.out(options.json ? JSON.stringify(found.map(toJson)) : found.map(describeVerification).join('\n\n'));
  if (found.some((one) => problemsOf(one).length > 0)) line.fail();
}

type Keys = Pick<Verification, 'keys' | 'formerKeys'>;

async function keysFor(line: CliEnvironment, { key }: VerifyOptions): Promise<Keys> {
  if (key) return { keys: await Promise.all(key.map(parseVerifierKey)), formerKeys: [] };
  const config = line.config();
  const own = await existingLogKey(config);
  if (!own) return { keys: [], formerKeys: [] };
  const used = (await readKnownKeys(join(config.dataDir, knownKeysFile))) ?? [];
  const { present, former } = sortUsedKeys(own, used);
  return {
    keys: [own, ...(await Promise.all(present.map(parseVerifierKey)))],
    formerKeys: await Promise.all(former.map(parseVerifierKey)),
  };
}

async function verifyFile(
  file: string,
  { keys, formerKeys, witnesses, name }: Keys & Pick<Verification, 'witnesses' | 'name'>,
  entry: Uint8Array | undefined,
): Promise<Verification> {
  const asked = { file, keys, formerKeys, witnesses, name };
  try {
    const bytes = await readBounded(file);
    const parts = await readCertificateFile(bytes);
    // A file that is no PDF is taken for a proof.
    const isPdf = parts.proof !== bytes;
    // Another entry would hide that the one inside was altered.
    if (isPdf && entry) return { ...asked, isPdf, unreadable: '--entry is for a proof alone, not for a PDF' };
    const given = { ...parts, entry: parts.entry ?? entry, witnesses, name };
    const result = await verifyProof({ ...given, keys });
    const { signature } = result.checks;
    if (formerKeys.length === 0 || signature.state !== 'not-shown' || signature.code !== 'unknown-key')
      return { ...asked, isPdf, result };
    const byFormer = await verifyProof({ ...given, keys: formerKeys });
    return { ...asked, isPdf, result: byFormer, hasFormerKey: byFormer.checks.signature.state === 'shown' };
  } catch (error) {
    return { ...asked, isPdf: false, unreadable: connectionErrorMessage(error) };
  }
}

const readGiven = (file: string): Promise<Uint8Array> =>
  readBounded(file).catch((error: unknown) => {
    throw new Error(`${file} cannot be read: ${connectionErrorMessage(error)}`);
  });

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
  ...(one.hasFormerKey === true && { former_key: true }),
  ...(one.result && {
    ...one.result,
    checkpoint: one.result.checkpoint && {
      ...one.result.checkpoint,
      root: Buffer.from(one.result.checkpoint.root).toString('base64'),
    },
  }),
});
