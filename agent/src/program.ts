import { stat } from 'node:fs/promises';
import type { ReadStream } from 'node:tty';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { systemClock } from './clock.js';
import { add, readNow, remove, run, scan } from './commands.js';
import { addCredential, listCredentials, removeCredential } from './credentials.js';
import {
  dropRootPrivileges,
  defaultDirectory,
  type Directory,
  directoryAt,
  prepareDirectory,
} from './directory.js';
import { enrol } from './enrol.js';
import { unitFile, unitOf, writeUnit } from './install.js';
import { printerUrl, type Printer, readInventory } from './inventory.js';
import {
  createMachineSecretBox,
  machineIdVariable,
  readMachineId,
  type MachineSecretBox,
} from './machine-key.js';
import { putBack } from './queue.js';
import { readSecret } from './secret-input.js';
import { statusOf, statusText } from './status.js';
import { messageOf, UserError } from './user-error.js';
import { version } from './version.js';

export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  /** The program and its first arguments, to start it again. */
  readonly command: readonly string[];
  readonly input: () => ReadStream;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
  readonly log: (text: string) => void;
}

interface Common {
  readonly dir?: string;
}

/** Runs a command and returns its exit code: 0, or 1 if it could not do what it was asked to. */
export async function program(args: readonly string[], self: ProcessContext): Promise<number> {
  const cli = new Command('regrove-agent')
    .description('Reads the printers of this network and sends their page counts to Regrove')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => self.print(text), writeErr: (text) => self.log(text.trimEnd()) });
  const find = (options: Common): Directory => directoryAt(options.dir ?? defaultDirectory(self));
  const place = (options: Common): Directory => {
    const directory = find(options);
    dropRootPrivileges(directory.path);
    return directory;
  };
  const seal = async (): Promise<MachineSecretBox> => createMachineSecretBox(await readMachineId(self));
  const json = (value: unknown): void => self.print(`${JSON.stringify(value, null, 2)}\n`);
  const command = (name: string, description: string): Command =>
    cli
      .command(name)
      .description(description)
      .option('--dir <directory>', 'where it keeps its files')
      .exitOverride();

  command('enrol <url> <token>', 'connect this agent to a feed, with a token that works once')
    .option('--ca <file>', 'the certificates to trust, instead of those of public authorities, as PEM')
    .option('--name <name>', 'how the server lists it; the name of this machine by default')
    .action(async (url: string, token: string, options: Common & { ca?: string; name?: string }) => {
      const given = { url, token, name: options.name ?? hostname(), caFile: options.ca };
      const { id, feedId } = await enrol(place(options), given, await seal());
      self.print(`Enrolled as ${id} for the feed ${feedId}. Next: regrove-agent scan RANGE\n`);
    });

  command(
    'scan [ranges...]',
    'find printers in ranges such as 10.1.0.0/22; without any, again in those that were given',
  )
    .option('--no-mdns', 'do not look for printers that announce themselves')
    .option('--json', 'print JSON')
    .action(async (ranges: string[], options: Common & { mdns: boolean; json?: boolean }) => {
      const given = { ranges, usesMdns: options.mdns, signal: self.signal, report: () => undefined };
      const { found, added } = await scan(place(options), given, await seal());
      if (options.json) json({ printers: found, added });
      else self.print(`${listOf(found)}${found.length} printers, ${added} of them new\n`);
    });

  command('add <addresses...>', 'read these printers, such as 10.1.0.5 or ipp://10.1.0.6/ipp/print').action(
    async (addresses: string[], options: Common) => {
      const { printers } = await add(place(options), addresses);
      self.print(`${printers.length} printers\n`);
    },
  );

  command('remove <addresses...>', 'leave these addresses out, also of later scans').action(
    async (addresses: string[], options: Common) => {
      const { printers } = await remove(place(options), addresses);
      self.print(`${printers.length} printers\n`);
    },
  );

  command('list', 'the printers that are read')
    .option('--json', 'print JSON')
    .action(async (options: Common & { json?: boolean }) => {
      const { printers } = await readInventory(place(options));
      if (options.json) json(printers);
      else self.print(listOf(printers));
    });

  command(
    'add-credential',
    'keep a community, or with --user an SNMPv3 user; its secret is read from standard input',
  )
    .option('--user <name>', 'the security name of an SNMPv3 user')
    .option('--auth <algorithm>', 'md5, sha, sha224, sha256, sha384, sha512 or none; sha by default')
    .option('--priv <algorithm>', 'aes, aes256, aes256r, des or none; aes by default')
    .action(async (options: Common & { user?: string; auth?: string; priv?: string }) => {
      const { user, auth, priv } = options;
      if (user === undefined && (auth ?? priv) !== undefined)
        throw new UserError('--auth and --priv need --user');
      const directory = place(options);
      await prepareDirectory(directory);
      const secret = await readSecret(
        self.input(),
        user === undefined ? 'Community: ' : 'Passphrases: ',
        self.log,
      );
      const given = {
        version: user === undefined ? ('2c' as const) : ('3' as const),
        user,
        auth,
        priv,
        secret,
      };
      const { id } = await addCredential(directory, given, await seal());
      self.print(`Kept as credential ${id}, encrypted for this machine. Next: regrove-agent scan\n`);
    });

  command('credentials', 'the communities and users that are kept, without their secrets').action(
    async (options: Common) => {
      for (const { id, user, auth, priv } of await listCredentials(place(options)))
        self.print(
          `${id}  ${user === undefined ? 'community' : `user ${user} ${auth ?? ''} ${priv ?? ''}`.trimEnd()}\n`,
        );
    },
  );

  command('remove-credential <id>', 'forget a community or user').action(
    async (id: string, options: Common) => {
      await removeCredential(place(options), id);
    },
  );

  const agentOptions = async (options: Common) => ({
    directory: place(options),
    seal: await seal(),
    clock: systemClock,
    signal: self.signal,
    log: self.log,
  });

  command('run', 'read every night, and send').action(async (options: Common) =>
    run(await agentOptions(options)),
  );

  command('read', 'read all printers, and send')
    .requiredOption('--now', 'at once')
    .action(async (options: Common) => {
      const { devices, unread, waiting } = await readNow(await agentOptions(options));
      self.print(
        `${devices} printers, ${unread} of them could not be read; ${waiting} batches wait to be sent\n`,
      );
    });

  command('retry', 'send again what the server has refused').action(async (options: Common) => {
    self.print(`${await putBack(place(options))} batches are in the queue again\n`);
  });

  command('status', 'how it is')
    .option('--json', 'print JSON')
    .action(async (options: Common & { json?: boolean }) => {
      const status = await statusOf(place(options), systemClock);
      if (options.json) json(status);
      else self.print(statusText(status));
    });

  command('install', 'write a systemd unit that runs it, as the owner of its directory')
    .option('--output <file>', 'where to; - prints it', unitFile)
    .action(async (options: Common & { output: string }) => {
      if (self.platform !== 'linux')
        throw new UserError('only Linux has systemd: docs/agent.md says how it is done on Windows and macOS');
      // As root, who may write the unit: what belongs to another is left as it is.
      const directory = find(options);
      if (!(await stat(directory.path).catch(() => undefined))) await prepareDirectory(directory);
      // systemd takes numbers, too.
      const user = String((await stat(directory.path)).uid);
      const idFile = self.env[machineIdVariable];
      const machineIdFile = idFile === undefined || idFile === '' ? undefined : resolve(idFile);
      const service = { command: self.command, directory: directory.path, user, machineIdFile };
      if (options.output === '-') {
        self.print(unitOf(service));
        return;
      }
      await writeUnit(service, options.output);
      self.print(`Wrote ${options.output}. Next: systemctl enable --now regrove-agent\n`);
    });

  try {
    await cli.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (self.signal.aborted) return 1;
    self.log(error instanceof UserError ? error.message : `It failed: ${messageOf(error)}`);
    return 1;
  }
}

const listOf = (printers: readonly Printer[]): string =>
  printers
    .map((printer) =>
      [printerUrl(printer), printer.device, printer.model, printer.name].filter(Boolean).join('  '),
    )
    .map((line) => `${line}\n`)
    .join('');
