import { writeFile } from 'node:fs/promises';
import { machineIdVariable } from './machine-key.js';
import { UserError } from './user-error.js';

export const unitFile = '/etc/systemd/system/regrove-agent.service';

export interface Service {
  /** The program and its first arguments. */
  readonly command: readonly string[];
  readonly directory: string;
  readonly user: string;
  /** What its key was encrypted with, if it was not the machine's own id. */
  readonly machineIdFile: string | undefined;
}

/** As systemd reads a word: in quotes, with its own characters doubled or escaped. */
const quoted = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;

/** Only in commands, a dollar sign stands for a variable. */
const argument = (word: string): string => quoted(word).replaceAll('$', '$$$$');

/** Runs as the owner of the directory, who can write nothing else. */
export function unitOf({ command, directory, user, machineIdFile }: Service): string {
  if ([...command, directory, user, machineIdFile ?? ''].some((word) => /\p{Cc}/u.test(word)))
    throw new UserError('the path of the program, of its directory or of the id has control characters');
  const environment =
    machineIdFile === undefined ? '' : `Environment=${quoted(`${machineIdVariable}=${machineIdFile}`)}\n`;
  return `[Unit]
Description=Regrove agent: reads printers and sends their page counts
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=${[...command, 'run', '--dir', directory].map(argument).join(' ')}
${environment}User=${user}
Restart=always
RestartSec=30
UMask=0077
MemoryMax=200M
NoNewPrivileges=yes
CapabilityBoundingSet=
PrivateTmp=yes
PrivateDevices=yes
ProtectSystem=strict
ReadWritePaths=${quoted(directory)}
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
ProtectClock=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictSUIDSGID=yes
LockPersonality=yes

[Install]
WantedBy=multi-user.target
`;
}

export async function writeUnit(service: Service, file: string): Promise<void> {
  try {
    await writeFile(file, unitOf(service), { mode: 0o644 });
  } catch (error) {
    throw new UserError(`${file} cannot be written, which usually needs root: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
