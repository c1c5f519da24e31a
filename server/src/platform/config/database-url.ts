/** One of the hosts in a database URL. */
export interface DatabaseHost {
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
}

/** For messages: without user and password. */
export const describeHost = ({ host, port }: DatabaseHost): string =>
  host.startsWith('/') ? host : `${host}:${port}`;

/** Which servers are suitable, as `target_session_attrs` of libpq. */
export type SessionTarget = (typeof sessionTargets)[number];

const sessionTargets = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;

export interface DatabaseAddress {
  /** The hosts in the URL; empty: the driver's default. */
  readonly hosts: readonly DatabaseHost[];
  /** Absent: not in the URL. */
  readonly target: SessionTarget | undefined;
  /** How long to wait for each host. */
  readonly connectTimeoutMs: number;
  readonly database: string;
  readonly hasPassword: boolean;
  /** The same URL for one of the hosts. */
  readonly urlOf: (host: DatabaseHost) => string;
}

const defaultPort = 5432;
const defaultConnectTimeoutMs = 2_000;

/**
 * Reads a URL as libpq defines it, with any number of hosts. Error messages complete "The setting ..." and repeat nothing of
 * the URL, because a password with an unescaped character can turn up in any part.
 */
export function readDatabaseUrl(text: string): DatabaseAddress {
  const [isUrl, user, authority = '', path = '', query = ''] =
    /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text) ?? [];
  if (isUrl === undefined) throw new Error(notAnAddress);
  const login = user === undefined ? '' : `${user}@`;
  const params = new URLSearchParams(query);
  const hosts = readHosts(authority, params);
  // A list of hosts is not valid in a URL; everything else must be.
  for (const host of authority === '' ? ['host'] : authority.split(','))
    if (!URL.canParse(`postgresql://${login}${host}/${path}?${query}`)) throw new Error(notAnAddress);
  return {
    hosts,
    target: readTarget(params.get('target_session_attrs')),
    connectTimeoutMs: readConnectTimeout(params.get('connect_timeout')),
    database: decoded(path),
    hasPassword: params.has('password') || /:[^@]/.test(login),
    urlOf: ({ host, port }) => {
      const own = new URLSearchParams(params);
      own.set('host', host);
      own.set('port', String(port));
      return `postgresql://${login}/${path}?${own.toString()}`;
    },
  };
}

const notAnAddress = 'must be a postgresql:// address';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(notAnAddress);
  }
}

/** For a server that must be writable. */
export function readPrimaryUrl(text: string): string {
  const { hosts, target } = readDatabaseUrl(text);
  const allowed: readonly unknown[] = [
    'read-write',
    'primary',
    undefined,
    ...(hosts.length < 2 ? ['any'] : []),
  ];
  if (!allowed.includes(target))
    throw new Error('must have target_session_attrs=read-write or primary: Regrove writes to it');
  return text;
}

/** For a server that is only read. */
export function readReplicaUrl(text: string): string {
  readDatabaseUrl(text);
  return text;
}

function readHosts(authority: string, params: URLSearchParams): DatabaseHost[] {
  const given = params.get('host')?.split(',');
  const ports = params.get('port')?.split(',');
  const hosts = given ?? (authority === '' ? [] : authority.split(','));
  if (hosts.length > 1 && hosts.some((host) => host === '' || (!given && host.startsWith(':'))))
    throw new Error('has an empty host in its list of hosts');
  if (ports && ports.length > 1 && ports.length !== hosts.length)
    throw new Error(`has ${ports.length} ports for ${hosts.length} hosts`);
  return hosts.map((host, index) => {
    const [, name = host, port] = given ? [] : (/^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(host) ?? []);
    return {
      host: decoded(name.replace(/^\[(.*)\]$/, '$1')),
      port: readPort(ports ? (ports[index] ?? ports[0]) : port),
    };
  });
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return defaultPort;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65535) throw new Error('must have ports from 1 to 65535');
  return port;
}

function readTarget(text: string | null): SessionTarget | undefined {
  const target = sessionTargets.find((one) => one === text);
  if (text !== null && target === undefined)
    throw new Error(`must have one of these as target_session_attrs: ${sessionTargets.join(', ')}`);
  return target;
}

function readConnectTimeout(text: string | null): number {
  if (text === null) return defaultConnectTimeoutMs;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error('must have whole seconds from 1 as connect_timeout');
  return Number(text) * 1_000;
}
