import { getCiphers } from 'node:crypto';
import { AuthProtocols, PrivProtocols, SecurityLevel, type User } from 'net-snmp';
import type { Connection } from '../source.js';
import { SourceError } from '../source-error.js';

/** A community (version 2c) or a user (version 3). */
export type Credentials = string | User;

const digests: Readonly<Record<string, AuthProtocols>> = {
  none: AuthProtocols.none,
  md5: AuthProtocols.md5,
  sha: AuthProtocols.sha,
  sha224: AuthProtocols.sha224,
  sha256: AuthProtocols.sha256,
  sha384: AuthProtocols.sha384,
  sha512: AuthProtocols.sha512,
};

const ciphers: Readonly<Record<string, PrivProtocols>> = {
  none: PrivProtocols.none,
  des: PrivProtocols.des,
  aes: PrivProtocols.aes,
  aes256: PrivProtocols.aes256b,
  aes256r: PrivProtocols.aes256r,
};

const settings = ['version', 'auth', 'priv'];

/** From the username and password of the server, and the version and algorithms in its URL. */
export function credentialsOf({
  url: { searchParams },
  username,
  password,
}: Pick<Connection, 'url' | 'username' | 'password'>): Credentials {
  const unknown = [...searchParams.keys()].find((name) => !settings.includes(name));
  if (unknown !== undefined)
    throw new SourceError(
      'settings',
      `the url has the setting ${unknown}, which is none of ${settings.join(', ')}`,
    );
  const version = searchParams.get('version') ?? '2c';
  const digest = searchParams.get('auth');
  const cipher = searchParams.get('priv');
  if (version === '3') return userOf(username, password ?? '', digest ?? 'sha', cipher);
  if (version !== '2c') throw new SourceError('settings', `version must be 2c or 3, not ${version}`);
  if (digest !== null || cipher !== null)
    throw new SourceError('settings', 'auth and priv need version=3: version 2c has neither');
  return password || 'public';
}

function userOf(name: string, password: string, digest: string, chosenCipher: string | null): User {
  const authProtocol = named('auth', digests, digest);
  const isOpen = authProtocol === AuthProtocols.none;
  const privProtocol = named('priv', ciphers, chosenCipher ?? (isOpen ? 'none' : 'aes'));
  const isPrivate = privProtocol !== PrivProtocols.none;
  if (isOpen && isPrivate)
    throw new SourceError('settings', 'priv needs auth: without auth there is no privacy');
  if (privProtocol === PrivProtocols.des && !getCiphers().includes('des-cbc'))
    throw new SourceError('settings', 'priv=des is not possible here: OpenSSL has retired DES');
  if (isOpen) return { name, level: SecurityLevel.noAuthNoPriv };
  if (password === '') throw new SourceError('login', 'version 3 with auth needs a passphrase as password');
  if (!isPrivate) return { name, level: SecurityLevel.authNoPriv, authProtocol, authKey: password };
  const [authKey = '', ...rest] = password.split(' ');
  const privKey = rest.join(' ') || authKey;
  return { name, level: SecurityLevel.authPriv, authProtocol, authKey, privProtocol, privKey };
}

function named<Protocol>(
  setting: string,
  known: Readonly<Record<string, Protocol>>,
  value: string,
): Protocol {
  const found = Object.entries(known).find(([name]) => name === value);
  if (!found)
    throw new SourceError(
      'settings',
      `${setting} must be one of ${Object.keys(known).join(', ')}, not ${value}`,
    );
  return found[1];
}
