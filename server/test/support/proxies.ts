import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './ports.js';
import { repository } from './regrove-process.js';
import { findSystemProgram, type SystemProgram } from './system-programs.js';
import { until } from './until.js';

interface Places {
  readonly directory: string;
  readonly port: number;
  readonly plainPort: number;
  readonly upstreamPort: number;
  /** A file with the certificate and its key. */
  readonly pair: string;
}

/** A program for which deploy/ has a sample. */
export interface Proxy {
  readonly name: string;
  readonly sample: string;
  readonly peer: SystemProgram;
  /** What differs from the sample in a test: ports, addresses and paths. */
  readonly replacements: (places: Places) => Readonly<Record<string, string>>;
  /** The whole configuration file, if the sample is only a part of it. */
  readonly whole?: (site: string, directory: string) => string;
  readonly args: (file: string, directory: string) => readonly string[];
  /** The file for request logs; by default, standard error. */
  readonly accessLog?: string;
  readonly errorLog?: string;
  readonly logged: (line: Readonly<Record<string, unknown>>) => Logged;
  /** How the logging would have been configured by somebody who did not think of secrets. */
  readonly careless: readonly [from: string | RegExp, to: string];
}

interface Logged {
  readonly requestId: unknown;
  readonly method: unknown;
  readonly path: unknown;
  readonly status: number;
}

const flat = (line: Readonly<Record<string, unknown>>): Logged => ({
  requestId: line['request_id'],
  method: line['method'],
  path: line['path'],
  status: Number(line['status']),
});

const nginx: Proxy = {
  name: 'nginx',
  sample: 'nginx.conf',
  peer: findSystemProgram('nginx'),
  replacements: ({ directory, port, plainPort, upstreamPort, pair }) => ({
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    'listen 80': `listen 127.0.0.1:${plainPort}`,
    'server 127.0.0.1:8080': `server 127.0.0.1:${upstreamPort}`,
    '/etc/regrove/cert.pem': pair,
    '/etc/regrove/key.pem': pair,
    '/var/log/nginx/regrove.log': join(directory, 'access.log'),
    '/var/log/nginx/regrove-error.log': join(directory, 'error.log'),
  }),
  whole: (site, directory) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(directory, name)};`,
    );
    return `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${join(directory, 'pid')};
    error_log ${join(directory, 'error.log')};
    events { worker_connections 64; }
    http { ${temporary.join(' ')}
    ${site} }`;
  },
  args: (file, directory) => ['-p', directory, '-c', file],
  accessLog: 'access.log',
  errorLog: 'error.log',
  logged: flat,
  careless: ['regrove.log regrove;', 'regrove.log combined;'],
};

const caddy: Proxy = {
  name: 'Caddy',
  sample: 'Caddyfile',
  peer: findSystemProgram('caddy'),
  replacements: ({ directory, port, plainPort, upstreamPort, pair }) => ({
    'https://regrove.example {': `https://127.0.0.1:${port} {`,
    'http://regrove.example {': `http://127.0.0.1:${plainPort} {`,
    'reverse_proxy 127.0.0.1:8080': `reverse_proxy 127.0.0.1:${upstreamPort}`,
    '/etc/regrove/cert.pem': pair,
    '/etc/regrove/key.pem': pair,
    '/var/log/caddy/regrove.log': join(directory, 'access.log'),
    // No port for its admin API, and none for certificates.
    'servers {': `admin off\n\tauto_https disable_redirects\n\tstorage file_system ${directory}\n\tservers {`,
  }),
  args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  accessLog: 'access.log',
  logged: (line) => {
    const { request, resp_headers: headers } = line as {
      request: { method: string; uri: string };
      resp_headers: Record<string, string[] | undefined>;
    };
    return {
      requestId: headers['X-Request-Id']?.[0],
      method: request.method,
      path: request.uri,
      status: Number(line['status']),
    };
  },
  careless: [/request>uri .*/, ''],
};

const haproxy: Proxy = {
  name: 'HAProxy',
  sample: 'haproxy.cfg',
  peer: findSystemProgram('haproxy'),
  replacements: ({ port, plainPort, upstreamPort, pair }) => ({
    'bind :443': `bind 127.0.0.1:${port}`,
    'bind :80': `bind 127.0.0.1:${plainPort}`,
    'server regrove 127.0.0.1:8080': `server regrove 127.0.0.1:${upstreamPort}`,
    '/etc/regrove/key-and-cert.pem': pair,
    'log /dev/log local0': 'log stderr format raw local0',
  }),
  args: (file) => ['-f', file],
  logged: flat,
  careless: [/log-format .*/, 'option httplog'],
};

export const proxies: readonly Proxy[] = [nginx, caddy, haproxy];

export interface RunningProxy {
  readonly url: string;
  readonly plainUrl: string;
  /** The request log line by line, and all other output. */
  logs(): Promise<{ access: string; errors: string }>;
  stop(): Promise<void>;
}

/** Runs the real program with its sample; with `isCareless`, as written by somebody who did not think of secrets. */
export async function startProxy(
  proxy: Proxy,
  { upstreamPort, certFile }: { readonly upstreamPort: number; readonly certFile: string },
  { isCareless = false } = {},
): Promise<RunningProxy> {
  const directory = await mkdtemp(join(tmpdir(), 'regrove-proxy-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  const pair = join(dirname(certFile), 'key-and-cert.pem');
  const sample = await readFile(join(repository, 'deploy', proxy.sample), 'utf8');
  const site = Object.entries(proxy.replacements({ directory, port, plainPort, upstreamPort, pair })).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${proxy.sample} has no ${from}`);
      return text.replace(from, to);
    },
    isCareless ? sample.replace(...proxy.careless) : sample,
  );
  const file = join(directory, proxy.sample);
  await writeFile(file, proxy.whole?.(site, directory) ?? site);
  const child = spawn(proxy.peer.binary, proxy.args(file, directory), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: directory },
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'exit');
  await until(`${proxy.name} to listen`, async () => {
    if (child.exitCode !== null) throw new Error(`${proxy.name} did not start: ${said}`);
    return (await listens(port)) && (await listens(plainPort));
  });
  const written = (name: string): Promise<string> => readFile(join(directory, name), 'utf8').catch(() => '');
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    logs: async () => ({
      access: proxy.accessLog === undefined ? said : await written(proxy.accessLog),
      errors: said + (proxy.errorLog === undefined ? '' : await written(proxy.errorLog)),
    }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
