import { execFile } from 'node:child_process';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { UserError } from './user-error.js';

const run = promisify(execFile);

/** Encrypts for this machine only: a copy of the directory is of no use elsewhere. */
export interface MachineSecretBox {
  /** `purpose` has to be the same when it is opened, so that secrets cannot be exchanged for one another. */
  seal(text: string, purpose: string): string;
  open(sealed: string, purpose: string): string;
}

const algorithm = 'aes-256-gcm';
const saltLength = 16;
const nonceLength = 12;
const tagLength = 16;

export function createMachineSecretBox(machineId: string): MachineSecretBox {
  // The id itself is never stored or sent: programs are to derive from it what they need.
  const keyWith = (salt: Buffer): Buffer =>
    Buffer.from(hkdfSync('sha256', machineId, salt, 'regrove-agent secrets', 32));
  return {
    seal(text, purpose) {
      const salt = randomBytes(saltLength);
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, keyWith(salt), nonce).setAAD(Buffer.from(purpose));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([salt, nonce, cipher.getAuthTag(), content]).toString('base64');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64');
      const [nonceAt, tagAt] = [saltLength, saltLength + nonceLength];
      const contentAt = tagAt + tagLength;
      try {
        const decipher = createDecipheriv(
          algorithm,
          keyWith(bytes.subarray(0, nonceAt)),
          bytes.subarray(nonceAt, tagAt),
        )
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(tagAt, contentAt));
        return Buffer.concat([decipher.update(bytes.subarray(contentAt)), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new UserError(
          'the secrets of this directory belong to another machine: enrol this one, and enter its credentials',
          {
            cause: error,
          },
        );
      }
    },
  };
}

/** Names a file with an id, for machines without one of their own, such as containers. */
export const machineIdVariable = 'REGROVE_AGENT_MACHINE_ID_FILE';

interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What the operating system names this machine by, unless a file with an id is given. */
export async function readMachineId({ platform, env }: Machine): Promise<string> {
  const file = env[machineIdVariable];
  const found = file !== undefined && file !== '' ? await readFile(file, 'utf8') : await systemId(platform);
  const id = found.trim();
  if (id.length < 16)
    throw new UserError(
      `this machine has no id to encrypt with: name a file with one in ${machineIdVariable}`,
    );
  return id;
}

async function systemId(platform: NodeJS.Platform): Promise<string> {
  try {
    if (platform === 'darwin') {
      const { stdout } = await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
      return /"IOPlatformUUID" = "([^"]+)"/.exec(stdout)?.[1] ?? '';
    }
    if (platform === 'win32') {
      const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
      const { stdout } = await run('reg', ['query', key, '/v', 'MachineGuid', '/reg:64']);
      return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(stdout)?.[1] ?? '';
    }
    return await readFile('/etc/machine-id', 'utf8');
  } catch {
    return '';
  }
}
